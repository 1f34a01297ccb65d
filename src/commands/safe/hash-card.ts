import type { Hex } from 'ox/Hex'
import { checksummed } from '../../api/address.ts'
import { chainById } from '../../api/chains.ts'
import type { Paint } from '../../cli/output/paint.ts'
import type { SafeHashes, SignedSafe } from '../../shared/safe/hashes.ts'
import { CREATE, DELEGATECALL, type SafeTransaction } from '../../shared/safe/transaction.ts'
import { capitals } from '../steps/hash-text.ts'
import type { Compared, MessageHashes, TransactionHashes } from './hash-result.ts'

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

const DOMAIN = 'the same for everything that this Safe signs'
const MESSAGE = 'a Ledger shows it, beside the domain hash'

/** The hashes as devices write them, each with what it is compared with. */
export function hashCard(
  hashes: TransactionHashes | MessageHashes,
  { signed, transaction, message, owner, isClaim }: HashCard,
  paint: Paint,
): string {
  const isTransaction = 'safeTxHash' in hashes
  const sections = [
    [titleOf(signed, transaction, paint), ...(transaction ? contentLines(transaction, paint) : [])],
    ...[
      ['domain hash', hashes.domainHash, DOMAIN],
      ['message hash', hashes.messageHash, MESSAGE],
      ...(isTransaction
        ? [
            [
              'Safe transaction hash',
              hashes.safeTxHash,
              'the wallet, the service and the other owners name it safeTxHash',
            ],
            ['call data digest', hashes.calldataDigest, 'of the data of the transaction (ERC-8213)'],
          ]
        : [
            [
              'Safe message hash',
              hashes.safeMessageHash,
              'the wallet and the other owners name it the Safe message hash',
            ],
            ['message', message ?? '', 'the hash of the text or typed data that the Safe signs'],
          ]),
    ].map((each) => hashLines(each, paint)),
    ...(isTransaction && hashes.nested ? nestedSections(hashes.nested, owner ?? '', paint) : []),
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

function contentLines(tx: SafeTransaction, paint: Paint): string[] {
  const bytes = (tx.data.length - 2) / 2
  const line = `${names[tx.operation] ?? 'call to'} ${checksummed(tx.to)}, value ${tx.value} wei, ${bytes === 0 ? 'no data' : `${bytes} bytes of data (${tx.data.slice(0, 10)})`}`
  const isRefunded = tx.gasPrice !== 0n
  return [
    tx.operation === 0 ? line : paint.bad(line),
    ...(isRefunded
      ? [paint.bad(`refunds gas: price ${tx.gasPrice}, token ${tx.gasToken}, receiver ${tx.refundReceiver}`)]
      : []),
  ]
}

/** As a device writes it: 0x and capitals. */
function hashLines([label = '', hash = '', comparedWith = '']: readonly string[], paint: Paint): string[] {
  return [`${label}  ${paint.dim(comparedWith)}`, `  ${capitals(hash)}`]
}

function nestedSections(nested: SafeHashes, owner: string, paint: Paint): string[][] {
  return [
    [
      paint.bold(`Approval by the owner ${checksummed(owner.toLowerCase())}`),
      'a transaction of the owner: approveHash of the Safe transaction hash',
    ],
    hashLines(['domain hash', nested.domainHash, 'the same for everything that the owner signs'], paint),
    hashLines(['message hash', nested.messageHash, MESSAGE], paint),
    hashLines(['Safe transaction hash', nested.safeTxHash, 'of the approval, not of the transaction'], paint),
  ]
}

function comparedLine(
  { hash, matches }: Compared,
  hashes: TransactionHashes | MessageHashes,
  isClaim: boolean,
  paint: Paint,
): string {
  const what = isClaim ? 'safeTxHash of the file' : 'compared hash'
  if (matches) return paint.good(`The ${what} matches.`)
  const { compared: _, ...own } = hashes
  const nested = 'nested' in own ? own.nested : undefined
  const same = [own, ...(nested ? [nested] : [])].flatMap((each, index) =>
    Object.entries(each).flatMap(([name, value]) => (value === hash ? [`${index === 0 ? '' : 'nested.'}${name}`] : [])),
  )
  const hint = same[0] === undefined ? ' Do not sign.' : ` It is ${same[0]}.`
  return paint.bad(`MISMATCH: the ${what} is ${capitals(hash)}.${hint}`)
}
