/** "2026-11-21 03:12": minutes are enough for tables; the whole time is in JSON. UTC, as the service writes it. */
export function timeText(iso: string | null | undefined): string {
  if (!iso) return ''
  const time = new Date(iso)
  return Number.isNaN(time.getTime()) ? iso : time.toISOString().slice(0, 16).replace('T', ' ')
}
