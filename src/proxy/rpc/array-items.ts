import { endOfString } from '../../shared/strict-json.ts'

/** The texts of the items of a JSON array, without the blanks around them. @param text valid JSON, an array */
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
    const character = text[at]
    if (character === '"') at = endOfString(text, at) - 1
    else if (character === '[' || character === '{') depth += 1
    else if (character === ']' || character === '}') {
      depth -= 1
      if (depth === 0) add(at)
    } else if (character === ',' && depth === 1) add(at)
  }
  return items
}
