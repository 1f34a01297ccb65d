import { refusedError, usageError } from '../../cli/errors/usage.ts'
import { isRecord } from '../../shared/json/json.ts'
import { safeHashes } from '../../shared/safe/hashes.ts'
import { readSafeTransaction } from '../../shared/safe/read-transaction.ts'
import { safeTypedData, TODAY } from '../../shared/safe/typed-data.ts'
import { safeVersion, safeVersionNames } from '../../shared/safe/versions.ts'
import type { InputSafeTransaction } from './input.ts'
import type { RequestMembers } from './members.ts'
import { named } from './safe-batch.ts'
import type { MessageRequest } from './signing-request.ts'

/**
 * Reads transactions that owners of a Safe sign: the ten fields, alone or as `data` beside `signatures` (the Safe SDK), one of
 * the Safe service or its list, or what is proposed to it.
 */
export async function readSafeInputs(value: RequestMembers, name: string): Promise<InputSafeTransaction[]> {
  const { results } = value
  if (!Array.isArray(results)) return [await readSafeInput(value, name)]
  const read: InputSafeTransaction[] = []
  for (const [index, each] of results.entries())
    read.push(await readSafeInput(isRecord(each) ? each : {}, `${name}: results[${index}]`))
  return read
}

async function readSafeInput(value: RequestMembers, name: string): Promise<InputSafeTransaction> {
  const file = await named(name, () => readSafeTransaction(value))
  return { kind: 'safe-transaction', file, signatures: signaturesIn(value) }
}

/** Signatures beside a transaction: `confirmations` of the service, or those of the Safe SDK by their owner. */
function signaturesIn({ confirmations, signatures }: RequestMembers): InputSafeTransaction['signatures'] {
  const listed = Array.isArray(confirmations)
    ? confirmations
    : isRecord(signatures)
      ? Object.values(signatures)
      : signatures
  return (Array.isArray(listed) ? listed : []).flatMap((each: unknown) => {
    if (!isRecord(each)) return []
    const { owner = each.signer, signature = each.data } = each
    if (typeof owner !== 'string') return []
    return [{ owner, signature: typeof signature === 'string' ? signature : null }]
  })
}

interface GivenSafe {
  /** The file, in errors. */
  readonly name: string
  readonly chainId: string | undefined
  /** The Safe, where the file does not say it. */
  readonly from: string | undefined
  readonly nonce: bigint | undefined
}

/**
 * What the owners of the Safe sign. Which version it has is known where the file has a hash; otherwise it is taken for one since
 * 1.3.0, whose signatures count on one chain.
 * @throws WardenError `usage` for a flag that is missing; `refused` where the hash of the file is of other fields
 */
export function safeMessage({ file }: InputSafeTransaction, given: GivenSafe): MessageRequest {
  const { claimed, transaction } = file
  const { name } = given
  const safe = claimed.safe ?? given.from
  const chainId = claimed.chainId === undefined ? given.chainId : String(claimed.chainId)
  const nonce = given.nonce ?? transaction.nonce
  const missing = [
    ...(chainId === undefined ? ['--chain'] : []),
    ...(safe === undefined ? ['--from, the address of the Safe'] : []),
    ...(nonce === undefined ? ['--nonce'] : []),
  ]
  if (chainId === undefined || safe === undefined || nonce === undefined)
    throw usageError(`${name} is a transaction of a Safe: validate needs ${missing.join(', ')}`)
  const tx = { ...transaction, nonce }
  const signs = claimed.safeTxHash === undefined || nonce !== transaction.nonce ? TODAY : claimingVersion()
  if (signs === undefined)
    throw refusedError(`${name}: its safeTxHash is not that of its fields on chain ${chainId}: do not sign it`)
  return { typedData: safeTypedData(tx, { chainId, safe, ...signs }), chainId }

  function claimingVersion() {
    return safeVersionNames.map(safeVersion).find((version) => {
      if (version === undefined) return false
      const signed = { safe: String(safe).toLowerCase() as `0x${string}`, chainId: BigInt(String(chainId)), version }
      return safeHashes({ ...signed, transaction: tx }).safeTxHash === claimed.safeTxHash
    })
  }
}
