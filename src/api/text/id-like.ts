/** Whether a text of the service can go into a command to copy: it is neither a flag nor anything a shell acts on. */
export function isIdLike(text: string | undefined): text is string {
  return text !== undefined && /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/.test(text)
}
