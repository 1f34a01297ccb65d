import { notThisFormat } from './whole-text.ts'

/** An element as it starts: its name without a namespace, and the text before the next tag. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
}

/** Limit of a tag with the text behind it (characters). */
const LONGEST = 64 * 1024

/**
 * The elements of an XML document of any size in the order in which they start, a batch for each chunk of text. Ends of elements
 * are not reported, and entities stay as they are: for documents whose values are leaves of plain characters.
 * @throws WardenError `not-this-format` for a text that ends within a tag, and for a tag above 64 KiB
 */
export async function* xmlElements(text: AsyncIterable<string>): AsyncGenerator<readonly XmlElement[]> {
  let rest = ''
  for await (const piece of text) {
    const parts = (rest + piece).split('<')
    rest = parts.pop() ?? ''
    if (rest.length > LONGEST) throw notThisFormat('a tag is larger than 64 KiB')
    const elements = parts.flatMap(readElement)
    if (elements.length > 0) yield elements
  }
  if (!rest.includes('>')) throw notThisFormat('incomplete XML')
  yield readElement(rest)
}

const NAME = /^(?:[\w.-]+:)?([A-Za-z_][\w.-]*)/

function readElement(part: string): XmlElement[] {
  const end = part.indexOf('>')
  const [whole = '', name] = NAME.exec(part.slice(0, Math.max(0, end))) ?? []
  if (name === undefined) return []
  return [{ name, attributes: readAttributes(part.slice(whole.length, end)), text: part.slice(end + 1).trim() }]
}

function readAttributes(text: string): Record<string, string> {
  const found = text.matchAll(/(?<![\w.:-])([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)
  return Object.fromEntries(Array.from(found, ([, name = '', double, single]) => [name, double ?? single ?? '']))
}
