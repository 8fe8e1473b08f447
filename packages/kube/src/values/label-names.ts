// Which strings are keys and values of labels.

const namePart = /^(?:[A-Za-z0-9][-A-Za-z0-9_.]{0,61})?[A-Za-z0-9]$/;
const prefixPart = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const maxPrefix = 253;

/** Whether a string can be the key of a label: a name, with or without a DNS subdomain before it. */
export function isLabelKey(key: string): boolean {
  const [first = "", second, ...more] = key.split("/");
  if (second === undefined) return namePart.test(first);
  return more.length === 0 && first.length <= maxPrefix && prefixPart.test(first) && namePart.test(second);
}

/** Whether a string can be the value of a label. */
export function isLabelValue(value: string): boolean {
  return value === "" || namePart.test(value);
}
