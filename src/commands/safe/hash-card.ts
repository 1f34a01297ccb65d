import type { Hex } from 'ox/Hex'
import { checksummed } from '../../api/address.ts'
import { chainById } from '../../api/chains.ts'
import type { Paint } from '../../cli/output/paint.ts'
import type { SafeHashes, SignedSafe, safeMessageHashes } from '../../shared/safe/hashes.ts'
import { CREATE, DELEGATECALL, type SafeTransaction } from '../../shared/safe/transaction.ts'
import { capitals } from '../steps/hash-text.ts'

/** What the hashes are of. */
export interface HashCard {
  readonly signed: SignedSafe
  readonly transaction?: SafeTransaction
  /** The hash that the Safe signs as a message. */
  readonly message?: Hex
  /** The owner that is a Safe. */
  readonly owner?: string
  /** The compared hash is that of the file. */
  readonly isClaim: boolean
}

/** The hashes as devices write them, each with what it is compared with. */
export function hashCard(
  hashes: TransactionHashes | MessageHashes,
  { signed, transaction, message, owner = '', isClaim }: HashCard,
  paint: Paint,
): string {
  const isTransaction = 'safeTxHash' in hashes
  const hash = (label: string, value: string, comparedWith: string) => [
    `${label}  ${paint.dim(comparedWith)}`,
    `  ${capitals(value)}`,
  ]
  const signedHashes = ({ domainHash, messageHash }: Pick<SafeHashes, 'domainHash' | 'messageHash'>, who: string) => [
    hash('domain hash', domainHash, `the same for everything that ${who} signs`),
    hash('message hash', messageHash, 'a Ledger shows it, beside the domain hash'),
  ]
  const sections = [
    [
      titleOf(signed, transaction, paint),
      ...(transaction ? contentLines(transaction, paint, 'batch' in hashes ? hashes.batch : undefined) : []),
    ],
    ...signedHashes(hashes, 'this Safe'),
    ...(isTransaction
      ? [
          hash(
            'Safe transaction hash',
            hashes.safeTxHash,
            'the wallet, the service and the other owners name it safeTxHash',
          ),
          hash('call data digest', hashes.calldataDigest, 'of the data of the transaction (ERC-8213)'),
        ]
      : [
          hash(
            'Safe message hash',
            hashes.safeMessageHash,
            'the wallet and the other owners name it the Safe message hash',
          ),
          hash('message', message ?? '', 'the hash of the text or typed data that the Safe signs'),
        ]),
    ...(isTransaction && hashes.nested
      ? [
          [
            paint.bold(`Approval by the owner ${checksummed(owner.toLowerCase())}`),
            'a transaction of the owner: approveHash of the Safe transaction hash',
          ],
          ...signedHashes(hashes.nested, 'the owner'),
          hash('Safe transaction hash', hashes.nested.safeTxHash, 'of the approval, not of the transaction'),
        ]
      : []),
    ...(hashes.compared ? [[comparedLine(hashes.compared, hashes, isClaim, paint)]] : []),
  ]
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function titleOf(
  { safe, chainId, version }: SignedSafe,
  transaction: SafeTransaction | undefined,
  paint: Paint,
): string {
  const chain = chainId === 0n ? '' : ` on ${chainById(String(chainId))?.name ?? `chain ${chainId}`}`
  const what = transaction ? `, nonce ${transaction.nonce}` : ', a message'
  return paint.bold(`Safe ${checksummed(safe)} (${version.name})${chain}${what}`)
}

const names: Readonly<Record<number, string>> = { [DELEGATECALL]: 'delegatecall to', [CREATE]: 'creates a contract:' }

function contentLines(tx: SafeTransaction, paint: Paint, batch: TransactionHashes['batch']): string[] {
  const bytes = (tx.data.length - 2) / 2
  const line = `${names[tx.operation] ?? 'call to'} ${checksummed(tx.to)}, value ${tx.value} wei, ${bytes === 0 ? 'no data' : `${bytes} bytes of data (${tx.data.slice(0, 10)})`}`
  const isRefunded = tx.gasPrice !== 0n
  return [
    // How wallets send a batch; another delegatecall can do anything.
    ...(batch ? [`${batch.calls} ${batch.calls === 1 ? 'call' : 'calls in one transaction'}`] : []),
    tx.operation === 0 || batch ? line : paint.bad(line),
    ...(isRefunded
      ? [paint.bad(`refunds gas: price ${tx.gasPrice}, token ${tx.gasToken}, receiver ${tx.refundReceiver}`)]
      : []),
  ]
}

function comparedLine(
  { hash, matches }: ComparedHash,
  hashes: TransactionHashes | MessageHashes,
  isClaim: boolean,
  paint: Paint,
): string {
  const what = isClaim ? 'safeTxHash of the file' : 'compared hash'
  if (matches) return paint.good(`The ${what} matches.`)
  const { compared: _, batch: __, ...own } = hashes as TransactionHashes
  const nested = 'nested' in own ? own.nested : undefined
  const same = [own, ...(nested ? [nested] : [])].flatMap((each, index) =>
    Object.entries(each).flatMap(([name, value]) => (value === hash ? [`${index === 0 ? '' : 'nested.'}${name}`] : [])),
  )
  const hint = same[0] === undefined ? ' Do not sign.' : ` It is ${same[0]}.`
  return paint.bad(`MISMATCH: the ${what} is ${capitals(hash)}.${hint}`)
}

/** The result of a comparison: of --compare, otherwise of the hash that the file claims. */
export interface ComparedHash {
  readonly hash: string
  readonly matches: boolean
}

export interface TransactionHashes extends SafeHashes {
  readonly calldataDigest: Hex
  readonly nested?: SafeHashes | undefined
  /** The transaction that makes the calls of a batch. */
  readonly batch?: { readonly calls: number; readonly to: Hex; readonly data: Hex; readonly operation: number }
  readonly compared?: ComparedHash
}

export interface MessageHashes extends ReturnType<typeof safeMessageHashes> {
  readonly compared?: ComparedHash
}
