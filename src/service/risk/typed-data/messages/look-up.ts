import { lazily } from '../../../../shared/lazily.ts'
import { readDataFile } from '../../../../shared/system/data-file.ts'
import type { KnownMessage, MessageRow, Protocol } from '../known-message.ts'
import type { TypedMessage } from '../typed-message.ts'

/** The file `messages.json`, which `npm run effects` writes. */
export interface MessageTable {
  readonly protocols: readonly Protocol[]
  /** The name of the protocol instead of it. */
  readonly messages: readonly (MessageRow & { readonly protocol?: string })[]
}

/** The table is read for the first message. */
const table = lazily(() => {
  const { protocols, messages } = JSON.parse(Buffer.from(readDataFile('messages.json')).toString()) as MessageTable
  const rows = messages.map((row): KnownMessage => {
    return { ...row, protocol: protocols.find(({ name }) => name === row.protocol) }
  })
  const byType = new Map(rows.map((row) => [row.type, row]))
  const varying = rows.flatMap((row) => (row.matches === undefined ? [] : [{ row, matches: new RegExp(row.matches) }]))
  return { protocols, rows, byType, varying }
})

/** Every message whose meaning is known. */
export const knownMessages = (): readonly KnownMessage[] => table().rows

/** Every protocol whose contracts accept a known message. */
export const protocols = (): readonly Protocol[] => table().protocols

/** By the whole type: a contract accepts no other, so a message that only resembles a known one is unknown. */
export function knownMessage({ type, domain }: TypedMessage): KnownMessage | undefined {
  const { byType, varying } = table()
  return byType.get(type) ?? varying.find(({ row, matches }) => matches.test(type) && fits(row, domain))?.row
}

function fits(row: KnownMessage, { name, verifyingContract }: TypedMessage['domain']): boolean {
  return row.domain === undefined || (row.domain === name && verifyingContract === undefined)
}
