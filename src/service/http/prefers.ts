/** Whether a Prefer header (RFC 7240) has a preference: `explain, respond-async`. */
export function prefers(header: string | undefined, preference: string): boolean {
  return (header ?? '').split(',').some((each) => each.split(/[;=]/, 1)[0]?.trim().toLowerCase() === preference)
}
