import { endOfString } from '../../shared/json/strict-json.ts'

const [QUOTE, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'",[]{}'].map((each) => each.charCodeAt(0))

/** Lists the texts of the items of a JSON array, without the blanks around them. @param text valid JSON, an array */
export function arrayItems(text: string): string[] {
  const items: string[] = []
  let depth = 0
  let start = text.indexOf('[') + 1
  const add = (end: number) => {
    const item = text.slice(start, end).trim()
    if (item !== '') items.push(item)
    start = end + 1
  }
  for (let at = start - 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at) - 1
    else if (code === OPEN_LIST || code === OPEN_OBJECT) depth += 1
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      depth -= 1
      if (depth === 0) add(at)
    } else if (code === COMMA && depth === 1) add(at)
  }
  return items
}
