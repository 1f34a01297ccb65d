import * as Address from 'ox/Address'
import type { ArgumentValue } from '../decode/arguments.ts'
import type { Member, TypedMessage } from './typed-message.ts'

const SHOWN_FIELDS = 32
const SHOWN_LENGTH = 120

/** The fields of a message, one sentence: `Mail: from.name "Alice", amount 7.` */
export function fieldsText({ primaryType, types, message }: TypedMessage): string {
  const fields: string[] = []
  let hidden = 0
  const add = (path: string, type: string, value: ArgumentValue | undefined) => {
    if (fields.length < SHOWN_FIELDS) fields.push(`${path} ${valueText(type, value)}`)
    else hidden++
  }
  const visit = (type: string, value: ArgumentValue | undefined, path: string) => {
    const base = types.get(type)
    if (Array.isArray(value)) {
      if (value.length === 0) add(path, type, value)
      const item = type.slice(0, type.lastIndexOf('['))
      value.forEach((each: ArgumentValue, index) => {
        visit(item, each, `${path}[${index}]`)
      })
    } else if (base) visitMembers(base, value as Readonly<Record<string, ArgumentValue>>, `${path}.`)
    else add(path, type, value)
  }
  const visitMembers = (
    members: readonly Member[],
    values: Readonly<Record<string, ArgumentValue>>,
    prefix: string,
  ) => {
    for (const { name, type } of members) visit(type, values[name], prefix + name)
  }
  visitMembers(types.get(primaryType) ?? [], message, '')
  return `${primaryType}: ${fields.join(', ')}${hidden > 0 ? ` and ${hidden} more` : ''}.`
}

function valueText(type: string, value: ArgumentValue | undefined): string {
  if (Array.isArray(value)) return 'empty'
  if (type === 'address') return Address.checksum(String(value) as Address.Address)
  const text = typeof value === 'string' && type === 'string' ? JSON.stringify(value) : String(value)
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text
}
