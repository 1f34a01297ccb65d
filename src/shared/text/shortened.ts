/** At most so many characters (UTF-16 units), with "…" in the place of the rest; no half of a character stays. */
export function shortened(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1).toWellFormed()}…` : text
}
