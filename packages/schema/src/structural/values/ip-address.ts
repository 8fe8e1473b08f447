// IP addresses, as Go reads them and as the API server's formats do: those accept leading zeros, as Go did before 1.17.

const octet = "0*(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
const dotted = new RegExp(`^${octet}(?:\\.${octet}){3}$`);

/** Without leading zeros. */
const longestIp = 45;

/** Whether the value is four numbers with dots between them; they may have leading zeros. */
export function isDotted(value: string): boolean {
  return dotted.test(value);
}

/** Whether the format `ipv4` accepts the value: also IPv6 addresses that end in an IPv4 address. */
export function isIpv4(value: string): boolean {
  return isDotted(value) || (value.includes(".") && isIpv6(value));
}

/** Whether the format `ipv6` accepts the value. */
export function isIpv6(value: string): boolean {
  return (
    value.length <= longestIp && /^[0-9a-fA-F.]*:[0-9a-fA-F:.]*$/.test(value) && URL.canParse(`http://[${value}]/`)
  );
}

/** Whether Go's net package reads the value as an address. */
export function isIp(value: string): boolean {
  if (value.length > longestIp) return false;
  return isIpv6(value) || (isDotted(value) && !/(?:^|\.)0[0-9]/.test(value));
}
