import { lines } from './lines.ts'
import { notThisFormat } from './not-this-format.ts'

/** Longest item (characters). */
const LONGEST = 256 * 1024

/** An item of the list, or the text of one that is no YAML by itself. */
export type YamlItem = { readonly value: unknown } | { readonly broken: string }

/**
 * The items of a YAML document that is one block list, each parsed alone: whatever stands between two dashes in the
 * first column.
 * @throws WardenError `not-this-format` when it is no such list
 */
export async function* yamlItems(text: AsyncIterable<string>): AsyncGenerator<readonly YamlItem[]> {
  const { parse } = await import('yaml')
  const parseItem = (item: string): YamlItem => {
    try {
      const list = parse(item) as unknown
      return Array.isArray(list) && list.length === 1 ? { value: list[0] } : { broken: item }
    } catch {
      return { broken: item }
    }
  }
  let item = ''
  for await (const batch of lines(text)) {
    const items: YamlItem[] = []
    for (const { text: line } of batch) {
      if (/^(?:---|%|#)/.test(line)) continue
      const isStart = /^-(?:\s|$)/.test(line)
      if (isStart && item !== '') items.push(parseItem(item))
      if (!isStart && (item === '' || /^\S/.test(line))) throw notThisFormat('it is not a YAML list')
      item = isStart ? `${line}\n` : `${item}${line}\n`
      if (item.length > LONGEST) throw notThisFormat('one item of its YAML is larger than 256 KiB')
    }
    if (items.length > 0) yield items
  }
  if (item === '') throw notThisFormat('it is empty, and should be a YAML list')
  yield [parseItem(item)]
}
