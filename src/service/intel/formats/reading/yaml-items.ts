import { linesOf } from '../../../../shared/text/lines.ts'
import { notThisFormat } from './whole-text.ts'

/** Limit of an item (characters): the parser compares each key with all before it, and nothing else runs meanwhile. */
const LONGEST = 8 * 1024

/** An item of the list, or the text of one that is not YAML. */
export type YamlItem = { readonly value: unknown } | { readonly broken: string }

/**
 * The items of a YAML document that is a block list, parsed one by one. A dash in the first column starts an item.
 * @throws WardenError `not-this-format` for another document
 */
export async function* yamlItems(text: AsyncIterable<string>): AsyncGenerator<readonly YamlItem[]> {
  const { parse } = await import('yaml')
  const parseItem = (item: string): YamlItem => {
    try {
      // A warning would write the text of the feed to the terminal.
      const list = parse(item, { logLevel: 'error' }) as unknown
      return Array.isArray(list) && list.length === 1 ? { value: list[0] } : { broken: item }
    } catch {
      return { broken: item }
    }
  }
  let item = ''
  for await (const batch of linesOf(text)) {
    const items: YamlItem[] = []
    for (const { text: line } of batch) {
      if (/^(?:---|%|#)/.test(line)) continue
      const isStart = /^-(?:\s|$)/.test(line)
      if (isStart && item !== '') items.push(parseItem(item))
      if (!isStart && (item === '' || /^\S/.test(line))) throw notThisFormat('not a YAML list')
      item = isStart ? `${line}\n` : `${item}${line}\n`
      if (item.length > LONGEST) throw notThisFormat('an item is larger than 8 KiB')
    }
    if (items.length > 0) yield items
  }
  if (item === '') throw notThisFormat('empty file, expected a YAML list')
  yield [parseItem(item)]
}
