interface Thing {
  a?: string;
}
export default Thing;
