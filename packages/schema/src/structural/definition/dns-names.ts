// Kubernetes' rules for names, with the API server's messages.

const label1035 = /^[a-z](?:[-a-z0-9]*[a-z0-9])?$/;
const subdomain1123 = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const label1123 = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;

const utf8 = new TextEncoder();

/** The limit counts bytes, and the server's sentence calls them characters. */
function problemsOf(name: string, max: number, rule: { readonly form: RegExp; readonly otherwise: string }): string[] {
  const long = utf8.encode(name).length > max ? [`must be no more than ${max} characters`] : [];
  return rule.form.test(name) ? long : [...long, rule.otherwise];
}

/** Returns the problems of a name that must be a DNS label that starts with a letter (RFC 1035); empty when it is one. */
export function dnsLabelProblems(name: string): string[] {
  return problemsOf(name, 63, {
    form: label1035,
    otherwise:
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
  });
}

/** Returns the problems of a name that must be a DNS subdomain (RFC 1123), as the names of most objects. */
export function dnsSubdomainProblems(name: string): string[] {
  return problemsOf(name, 253, {
    form: subdomain1123,
    otherwise:
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
  });
}

/** Returns the problems of a name that must be a DNS label (RFC 1123), as the names of namespaces. */
export function dnsLabel1123Problems(name: string): string[] {
  return problemsOf(name, 63, {
    form: label1123,
    otherwise: subdomain1123.test(name)
      ? "must not contain dots"
      : "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
  });
}
