import type { QuietDeliveries } from '../../api/schemas/quiet.ts'

/**
 * Which messages of alerts were silenced or sent in a digest, one text for each.
 * @param when shows a time
 */
export function quietTexts(
  { silenced = [], grouped = [] }: QuietDeliveries,
  when: (iso: string) => string,
): readonly { readonly alertName: string; readonly text: string }[] {
  return [
    ...silenced.map(({ alertName, destinationName, until }) => ({
      alertName,
      text: `silenced until ${when(until)}, not sent to ${destinationName}`,
    })),
    ...grouped.map(({ alertName, destinationName, digestId }) => ({
      alertName,
      text: `in the digest ${digestId} to ${destinationName}`,
    })),
  ]
}
