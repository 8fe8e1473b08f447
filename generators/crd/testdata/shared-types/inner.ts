/** Inner is known as Meta outside. */
export interface Inner {
  labels?: Record<string, string>;
}
