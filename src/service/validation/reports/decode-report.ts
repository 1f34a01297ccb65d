import { checksummed } from '../../../api/address.ts'
import { nativeAsset } from '../../../api/text/assets.ts'
import { missingText } from '../../../api/text/missing.ts'
import { baselineFor } from '../../intel/baseline.ts'
import { type DescribedContract, describedContracts } from '../../intel/contracts/contract-record.ts'
import type { KnownContracts } from '../../intel/contracts/known-contracts.ts'
import { analyze } from '../../risk/analyze.ts'
import type { Arguments, ArgumentValue } from '../../risk/decode/arguments.ts'
import type { Call } from '../../risk/decode/calls.ts'
import { describeCalls, type NameOf } from '../../risk/decode/describe.ts'
import { itemOf, type Parameter } from '../../risk/decode/layout.ts'
import { signatureText } from '../../risk/decode/signatures.ts'
import type { Taught } from '../../risk/effects/taught.ts'
import { actionsInWords } from '../../risk/summary/actions-in-words.ts'
import { namesOfRecords } from '../../risk/summary/names.ts'
import { wordsFor } from '../../risk/summary/words.ts'
import type { Subject } from '../../risk/types.ts'
import { type GivenAuthorization, requestAuthorizations } from '../request/authorizations.ts'

/** A transaction; only the call data is required. */
export interface DecodeRequest {
  readonly chainId?: string
  readonly from?: string
  /** Absent: unknown contract. Null: contract creation. */
  readonly to?: string | null
  /** Wei. */
  readonly value?: bigint
  readonly data: string
  readonly authorizations?: readonly GivenAuthorization[] | null
  /** Descriptions of contracts that the transaction may call. */
  readonly contracts?: readonly DescribedContract[]
}

type JsonArgument = string | number | boolean | readonly JsonArgument[] | { readonly [name: string]: JsonArgument }

/** One call with its inner calls. Amounts are decimal strings, addresses have an EIP-55 checksum. */
export interface ReportedCall {
  readonly status: Call['status']
  readonly operation: Call['operation']
  /** Absent when unknown: of the transaction itself, when `from` was not given. */
  readonly actor?: string
  /** Absent when unknown, and for a contract creation. */
  readonly to?: string
  readonly toName?: string
  readonly value: string
  readonly selector: string
  readonly name: string
  /** Canonical signature; absent when the function is unknown. */
  readonly signature?: string
  readonly args: Readonly<Record<string, JsonArgument>>
  readonly fault?: string
  /** named: its name and arguments are known, its effects are not · unread: not even these. */
  readonly reading: 'read' | 'named' | 'unread'
  readonly calls: readonly ReportedCall[]
}

export interface DecodedSubject {
  readonly address: string
  readonly role: Subject['role']
  readonly name?: string
}

export interface DecodeReport {
  /** bounded: a limit was reached; `bounds` says which. */
  readonly status: 'complete' | 'bounded'
  readonly bounds: readonly string[]
  readonly call: ReportedCall
  /** What the transaction does, in words, with names from the built-in baseline. */
  readonly actions: readonly string[]
  /** What is not known about calls that only names are known of, and about described contracts. */
  readonly missing: readonly string[]
  /** Addresses involved, with their roles. */
  readonly subjects: readonly DecodedSubject[]
  /** The calls as an indented tree. */
  readonly lines: readonly string[]
}

/** Placeholder for an address that was not given. */
const NOT_GIVEN = ''

/** Decodes a transaction, with names from the built-in baseline. Needs no database. */
export function decodeReport(request: DecodeRequest): DecodeReport {
  const { chainId = '', from = NOT_GIVEN, to = NOT_GIVEN, value = 0n } = request
  const { taught, descriptors, remarksOn } = describedContracts(request.contracts ?? [], chainId)
  const analysis = analyze(
    {
      chainId,
      from,
      to: to ?? undefined,
      value,
      data: request.data.startsWith('0x') ? request.data : `0x${request.data}`,
      authorizations: requestAuthorizations(request.authorizations),
    },
    undefined,
    { taught: (to, selector) => taught(to, selector) ?? nameIn(descriptors?.(to, selector)), descriptors },
  )
  const { decoded, subjects } = analysis
  const nameOf = (address: string) => baselineFor(address, chainId)[0]?.label
  const names = namesOfRecords((address) => baselineFor(address, chainId), chainId)
  return {
    status: decoded.status,
    bounds: decoded.bounds,
    call: callReport(decoded.root, nameOf),
    ...actionsInWords(analysis, wordsFor(analysis, names)),
    missing: missingOf(analysis.calls, remarksOn),
    subjects: subjects
      .filter(({ address }) => address !== NOT_GIVEN)
      .map(({ address, role }) => ({ address: checksummed(address), role, ...named(nameOf(address)) })),
    lines: describeCalls(decoded, { nameOf, native: nativeAsset(chainId), tokenOf: names.tokenOf }),
  }
}

/** A public descriptor gives a function its names. */
function nameIn(described: Taught | undefined): Taught | undefined {
  return described && { call: described.call }
}

function missingOf(calls: readonly Call[], remarksOn: KnownContracts['remarksOn']): string[] {
  const named = calls.filter((call) => readingOf(call) === 'named')
  const missing = [
    ...named.map(({ name, selector }) => ({ code: 'effects-unknown', name, selector }) as const),
    ...remarksOn(calls.flatMap(({ to }) => to ?? [])),
  ]
  return [...new Set(missing.map(missingText))]
}

function callReport(call: Call, nameOf: NameOf): ReportedCall {
  const { status, operation, actor, to, value, selector, name, signature, args, fault } = call
  const toName = to ? nameOf(to) : undefined
  return {
    status,
    operation,
    ...(actor && { actor: checksummed(actor) }),
    ...(to && { to: checksummed(to) }),
    ...(toName !== undefined && { toName }),
    value: String(value),
    selector,
    name,
    ...(signature && { signature: signatureText(signature) }),
    args: jsonOfMembers(signature?.layout.parameters ?? [], args),
    ...(fault !== undefined && { fault }),
    reading: readingOf(call),
    calls: call.calls.map((inner) => callReport(inner, nameOf)),
  }
}

function readingOf({ status, signature }: Call): ReportedCall['reading'] {
  if (status === 'plain') return 'read'
  if (status !== 'decoded') return 'unread'
  return signature?.isNameOnly || signature?.phishing ? 'named' : 'read'
}

function jsonOfMembers(parameters: readonly Parameter[], values: Arguments): Record<string, JsonArgument> {
  const members: Record<string, JsonArgument> = {}
  for (const parameter of parameters) {
    const value = values[parameter.name ?? '']
    if (value !== undefined) members[parameter.name ?? ''] = jsonOf(parameter, value)
  }
  return members
}

function jsonOf(parameter: Parameter, value: ArgumentValue): JsonArgument {
  if (Array.isArray(value)) {
    const item = itemOf(parameter)
    return (value as readonly ArgumentValue[]).map((each) => jsonOf(item, each))
  }
  if (parameter.components) return jsonOfMembers(parameter.components, value as Arguments)
  if (parameter.type === 'address') return checksummed(String(value))
  return typeof value === 'boolean' || typeof value === 'number' ? value : String(value)
}

function named(name: string | undefined): { name?: string } {
  return name === undefined ? {} : { name }
}
