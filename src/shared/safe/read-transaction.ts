import type { Hex } from 'ox/Hex'
import { isRecord } from '../json/json.ts'
import { didYouMean } from '../text/did-you-mean.ts'
import { MemberReader, safeFileFault, shownValue } from './members.ts'
import { CREATE, NO_ADDRESS, type SafeTransaction } from './transaction.ts'
import { type SafeVersion, safeDomainMembers, safeTxMembers } from './versions.ts'

/** A transaction of a Safe as a file or the Safe service has it. */
export interface SafeTransactionFile {
  /** The nonce may be absent in a file that is not yet proposed. */
  readonly transaction: Omit<SafeTransaction, 'nonce'> & { readonly nonce?: bigint }
  /** What the file says beside the ten fields. None of it is proven. */
  readonly claimed: {
    readonly safe?: Hex
    readonly chainId?: bigint
    readonly safeTxHash?: Hex
  }
  /** What the types of typed data sign; absent in other forms. */
  readonly signs?: Pick<SafeVersion, 'signsChainId' | 'gasMember'>
}

export const BASE_GAS_TWICE = 'baseGas and dataGas are one field: Safe 1.0 renamed dataGas'

const gasMembers = ['safeTxGas', 'baseGas', 'gasPrice', 'gasToken', 'refundReceiver'] as const
const tenFields = ['to', 'value', 'data', 'operation', ...gasMembers, 'nonce']
/** What says for which Safe the fields are, and what a proposal to the service has beside them. */
const besideFields = ['safe', 'chainId', 'signatures', 'confirmations', 'sender', 'signature', 'origin']
/** The service names the hash otherwise where a transaction is proposed. */
const hashMembers = ['safeTxHash', 'contractTransactionHash'] as const

/**
 * Reads the transaction of a Safe in one of these forms: the ten fields, alone or as `data` beside `signatures` (the Safe SDK), a
 * transaction of the Safe service or one that is proposed to it (with its hash), or EIP-712 typed data of a SafeTx. Absent members
 * of the refund are 0.
 * @throws WardenError `invalid-safe-transaction`, with one line on what is wrong
 */
export function readSafeTransaction(given: unknown): SafeTransactionFile {
  if (!isRecord(given)) throw safeFileFault('it is not an object with the fields of a Safe transaction')
  if ('primaryType' in given || 'types' in given) return readTyped(given)
  if (isRecord(given.data)) {
    const { data, ...beside } = given
    refuseUnknown(beside, besideFields)
    return readSafeTransaction({ ...data, ...beside })
  }
  const members = new MemberReader(given)
  const hashMember = hashMembers.find((name) => !members.isAbsent(name))
  // A misspelt member would count as absent; the service may add members.
  if (hashMember === undefined) refuseUnknown(given, [...tenFields, 'dataGas', ...besideFields, ...hashMembers])
  const claimed = {
    ...(!members.isAbsent('safe') && { safe: members.address('safe') }),
    ...(!members.isAbsent('chainId') && { chainId: members.quantity('chainId') }),
  }
  if (hashMember === undefined) return { transaction: fieldsOf(given, members), claimed }
  return {
    transaction: { ...fieldsOf(given, members), nonce: members.quantity('nonce') },
    claimed: { ...claimed, safeTxHash: members.hash(hashMember) },
  }
}

/** @throws WardenError `invalid-safe-transaction` for a member that is none of the known ones */
export function refuseUnknown(given: Readonly<Record<string, unknown>>, known: readonly string[], where = ''): void {
  const odd = Object.keys(given).find((name) => !known.includes(name))
  if (odd !== undefined)
    throw safeFileFault(`${where}unknown field ${shownValue(odd)}${didYouMean(odd, known)}; known: ${known.join(', ')}`)
}

function fieldsOf(given: Readonly<Record<string, unknown>>, members: MemberReader): SafeTransactionFile['transaction'] {
  if (!members.isAbsent('baseGas') && !members.isAbsent('dataGas')) throw safeFileFault(BASE_GAS_TWICE)
  const operation = members.quantity('operation')
  if (operation > CREATE)
    throw safeFileFault(`operation: ${shownValue(given.operation)} is not 0 (call) or 1 (delegatecall)`)
  const gas = (name: string) => (members.isAbsent(name) ? 0n : members.quantity(name))
  const address = (name: string): Hex => (members.isAbsent(name) ? NO_ADDRESS : members.address(name))
  return {
    to: members.address('to'),
    value: members.quantity('value'),
    // The service writes null for no data.
    data: given.data === null ? '0x' : members.data('data'),
    operation: Number(operation),
    safeTxGas: gas('safeTxGas'),
    baseGas: gas(members.isAbsent('dataGas') ? 'baseGas' : 'dataGas'),
    gasPrice: gas('gasPrice'),
    gasToken: address('gasToken'),
    refundReceiver: address('refundReceiver'),
    ...(!members.isAbsent('nonce') && { nonce: members.quantity('nonce') }),
  }
}

const domainTypes = [true, false].map(safeDomainMembers)
const safeTxTypes = (['baseGas', 'dataGas'] as const).map(safeTxMembers)

/** Other types have other hashes, so that a wallet would not sign what is shown here. */
function readTyped({ types, primaryType, domain, message }: Readonly<Record<string, unknown>>): SafeTransactionFile {
  if (primaryType !== 'SafeTx') throw safeFileFault(`primaryType ${shownValue(primaryType)} is not SafeTx`)
  if (!isRecord(types)) throw safeFileFault('types is not an object')
  if (!isRecord(domain)) throw safeFileFault('domain is not an object')
  if (!isRecord(message)) throw safeFileFault('message is not an object')
  const safeTx = safeTxTypes.indexOf(typeText(types.SafeTx))
  if (safeTx < 0) throw safeFileFault('types.SafeTx is not the type that a Safe signs')
  // Without its type, a domain has the members that are given.
  const domainType = 'EIP712Domain' in types ? typeText(types.EIP712Domain) : safeDomainMembers('chainId' in domain)
  if (!domainTypes.includes(domainType)) throw safeFileFault('types.EIP712Domain is not the domain of a Safe')
  const signsChainId = domainType === domainTypes[0]
  refuseUnknown(domain, signsChainId ? ['chainId', 'verifyingContract'] : ['verifyingContract'], 'domain: ')
  const gasMember = safeTx === 0 ? 'baseGas' : 'dataGas'
  const names = tenFields.map((name) => (name === 'baseGas' ? gasMember : name))
  refuseUnknown(message, names, 'message: ')
  const members = new MemberReader(message, 'message.')
  const absent = names.find((name) => members.isAbsent(name))
  if (absent !== undefined) throw safeFileFault(`message.${absent} is missing`)
  const bound = new MemberReader(domain, 'domain.')
  return {
    transaction: { ...fieldsOf(message, members), nonce: members.quantity('nonce') },
    claimed: { safe: bound.address('verifyingContract'), ...(signsChainId && { chainId: bound.quantity('chainId') }) },
    signs: { signsChainId, gasMember },
  }
}

/** The members as EIP-712 writes them; empty for other values. A name with a comma would be two members of the text. */
function typeText(members: unknown): string {
  if (!Array.isArray(members)) return ''
  const texts = members.map((each: unknown) => (isRecord(each) ? `${String(each.type)} ${String(each.name)}` : ''))
  return texts.some((text) => text.includes(',')) ? '' : texts.join(',')
}
