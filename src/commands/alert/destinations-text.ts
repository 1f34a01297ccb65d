/** Destinations by name where it is known: "ops (SLACK), 01a2…". */
export function destinationsText(ids: readonly string[], names: ReadonlyMap<string, string>): string {
  return ids.length === 0 ? 'nobody' : ids.map((id) => names.get(id) ?? id).join(', ')
}
