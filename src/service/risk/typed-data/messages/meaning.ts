import { MAX_UINT256 } from '../../../../api/quantity.ts'
import { most } from '../../../../shared/bigints.ts'
import { readerOf } from '../../actions/effects.ts'
import { isPlaceholder } from '../../decode/addresses.ts'
import { callsIn } from '../../decode/unwrap/described.ts'
import { valuesAt } from '../../effects/path-values.ts'
import type { KnownMessage, Meaning, ReadMeaning, SignedMessage } from '../known-message.ts'
import type { TypedMessage } from '../typed-message.ts'
import * as all from './readers.ts'

const readers: Readonly<Record<string, ReadMeaning>> = all

/** Whether it gives away nothing with any values. */
export function isHarmless({ effects, hides, unreadable }: KnownMessage): boolean {
  return effects?.length === 0 && hides === undefined && unreadable === undefined
}

/** The account that the message is about; undefined where it names none. */
export function accountOf(
  row: KnownMessage | undefined,
  { message, domain }: Pick<TypedMessage, 'message' | 'domain'>,
): string | undefined {
  if (row?.signer === undefined) return undefined
  if (row.signer === '@contract') return domain.verifyingContract
  return valuesAt(message, row.signer).find((value) => typeof value === 'string')
}

/** What the message amounts to, by its row and the code that the row names. */
export function meaningOf(row: KnownMessage, signed: SignedMessage): Meaning {
  const { effects, harmless, reads, remark, unreadable } = row
  const { actor, contract: to, message } = signed
  const allowed = row.calls && callsIn(row.calls, { actor, to, value: 0n, operation: 'call' }, message)
  return {
    actions: effects && ((call) => readerOf({ effects })({ ...call, actor }, actor).map((each) => ({ ...each, call }))),
    calls: allowed?.calls,
    until: endOf(row, signed),
    hides: hiddenIn(row, signed),
    unreadable: allowed?.fault === undefined ? unreadable : `The message does not decode: ${allowed.fault}.`,
    harmless,
    remarks: remark === undefined ? undefined : [remark],
    ...(reads !== undefined && readers[reads]?.(signed, row)),
  }
}

function endOf({ until, zero }: KnownMessage, { message }: SignedMessage): bigint | undefined {
  if (until === undefined) return undefined
  const end = most(0n, ...valuesAt(message, until).map((value) => BigInt(value as bigint | number)))
  if (end !== 0n || zero === undefined) return end
  return zero === 'never' ? MAX_UINT256 : undefined
}

function hiddenIn({ hides }: KnownMessage, { message }: SignedMessage): string | undefined {
  const values = hides?.in?.flatMap((path) => valuesAt(message, path))
  return values?.every((value) => value === '0x' || isPlaceholder(String(value))) ? undefined : hides?.content
}
