// Thrown for a compressed answer that was not requested: it could be of any size after decompression.

/** A compressed answer that was not requested. */
export class UnexpectedEncoding extends Error {}
