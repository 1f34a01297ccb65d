import { HEX_ADDRESS } from '../address.ts'
import { type CodedText, type TextTable, textOf } from './coded-text.ts'

/** What a contract says of an address. `claimed`: only that contract says so. `untrue`: its own answer contradicts it. */
interface Claim {
  readonly contract: string
  readonly doubt?: 'claimed' | 'untrue'
}

/** The blocks in which it is, where more than the block of the event are possible. */
interface Blocks {
  readonly firstBlock?: number
  readonly lastBlock?: number
}

interface Submitted {
  readonly submitter: string
}

/** What an event of an account says about who controls it or its code: clauses without a subject. */
const controlChanges = {
  code: 'runs other code',
  beacon: 'has another beacon',
  'proxy-admin': 'has another admin of the proxy',
  functions: 'has other functions (diamond)',
  replaced: 'is replaced by another contract',
  owner: 'has another owner',
  'owner-offered': 'offers the ownership',
  'owner-renounced': 'has no owner any more',
  'proxy-owner': 'has another owner of the proxy',
  authority: 'has another authority',
  admin: 'has another admin',
  'admin-offered': 'offers the admin',
  'set-up': 'is set up with its owners',
  'owner-added': 'has one more owner',
  'owner-removed': 'has one owner less',
  threshold: 'needs another number of signatures',
  'module-added': 'has one more module',
  'module-removed': 'has one module less',
  guard: 'has another guard',
  'module-guard': 'has another guard of modules',
  'fallback-handler': 'has another fallback handler',
  'role-admin': 'has another admin of a role',
} as const
export type ControlChangeCode = keyof typeof controlChanges

/** How a delegation may differ from what its signature says. */
const delegationDoubts = {
  'maybe-stale': ', if the signature is still valid',
  'within-block': ', for a time within the block',
  replaced: ', which another signature replaces',
} as const

/** What else is known about an event of a monitored address: its code, the parameters, and a clause without a period. */
const texts = {
  // Who caused it, and by which right.
  'submitted-by': ({ submitter }: Submitted) => `in a transaction of ${submitter}`,
  'signed-and-submitted-by': ({ submitter }: Submitted) => `by a signature, in a transaction of ${submitter}`,
  'transfer-signature': () => 'by a signature of the address (EIP-3009)',
  'by-module': () => 'by a module of the account, without its signatures',
  'inner-call': () => 'by a call inside of the transaction',
  'unwrapped-by-other': () => 'unwrapped in a transaction of another',
  'without-allowance': () => 'without an allowance: its contract lets others take it',
  'through-permit2': () => 'through Permit2',
  'to-permit2': () => 'to Permit2',
  'spender-unknown': () => 'the spender is not known: the other side is who sent the transaction',
  'outcome-unknown': () => 'the node did not say whether it succeeded',

  // Tokens.
  item: ({ tokenId }: { tokenId: string }) => `item ${tokenId}`,
  'unlisted-token': ({ unverified }: { unverified?: true }) =>
    `a token on no list${unverified ? ', and not verified' : ''}`,
  'imitation-taken': () => 'not the listed token whose name it has',
  imitation: () => 'a token with the name of another',
  advertisement: () => 'a token whose name is an advertisement',
  'balance-unchanged': () => 'the balance does not show it',
  'moves-nothing': () => 'moves nothing',
  'not-allowed': () => 'no allowance lets it move',
  'sent-to-many': () => 'sent to many addresses at once',
  'lookalike-dust': () => 'dust of a lookalike',
  'allowance-made-up': () => 'an allowance that a token of third parties makes up',
  'allowance-left': () => 'it may be what is left of an allowance that was used',
  'other-allowances': ({
    allowances,
    more,
  }: {
    allowances: readonly { readonly token: string; readonly spender: string }[]
    more: number
  }) => {
    const named = allowances.map(({ token, spender }) => `${token} to ${spender}`)
    return `and of ${[...named, ...(more > 0 ? [`${more} others`] : [])].join(', of ')}`
  },

  // Control.
  'control-changed': ({ change }: { change: ControlChangeCode }) => controlChanges[change] ?? change,
  'role-granted': ({ holder, role }: { holder: string; role: string }) => `${holder} is given ${role}`,
  'role-revoked': ({ holder, role }: { holder: string; role: string }) => `${holder} loses ${role}`,
  'owner-gained': (claim: Claim) => claimText('becomes the owner of', claim),
  'owner-lost': (claim: Claim) => claimText('is no longer the owner of', claim),
  'signer-gained': (claim: Claim) => claimText('becomes a signer of', claim),
  'signer-lost': (claim: Claim) => claimText('is no longer a signer of', claim),
  'created-by': ({ creator }: { creator: string }) => `is created by a transaction of ${creator}`,
  delegated: ({ delegate, doubt }: { delegate: string; doubt?: keyof typeof delegationDoubts }) =>
    `it runs the code of ${delegate}${doubt === undefined ? '' : delegationDoubts[doubt]}`,
  undelegated: ({ doubt }: { doubt?: keyof typeof delegationDoubts }) =>
    `its delegation is removed${doubt === undefined ? '' : delegationDoubts[doubt]}`,

  // What was not seen.
  'balance-unexplained': ({ hasTrace, ...blocks }: { hasTrace: boolean } & Blocks) =>
    `${hasTrace ? 'no transaction or inner call shows why' : 'no transaction shows why, and the node gives no trace'}${blocksText(blocks)}`,
  'transactions-unseen': ({ count, ...blocks }: { count: number } & Blocks) =>
    `the nonce counts ${count === 1 ? 'a transaction that was' : `${count} transactions that were`} not seen, which a fault of the node or of this service can cause, too${blocksText(blocks)}`,

  // Counts.
  withdrawals: ({ count }: { count: number }) => `${count} withdrawals`,
  counted: () => 'one of many small payments of its block: counted, not validated',
  'more-changes': ({ count }: { count: number }) => `${count} more changes`,
  'more-transfers': ({ count }: { count: number }) => `${count} more transfers`,
} as const

export type ActivityNote = CodedText<typeof texts>

/** The text of each code, for a test of all of them. */
export const noteTexts: TextTable = texts

/** One clause of all. */
export function notesText(notes: readonly ActivityNote[]): string {
  return notes.map((note) => textOf(note, texts)).join(', ')
}

/** The notes with their addresses as the reader sees them: the store has them in lower case. */
export function notesShown(notes: readonly ActivityNote[], show: (address: string) => string): readonly ActivityNote[] {
  const shown = (_: string, value: unknown) =>
    typeof value === 'string' && HEX_ADDRESS.test(value) ? show(value) : value
  return JSON.parse(JSON.stringify(notes), shown)
}

function claimText(becomes: string, { contract, doubt }: Claim): string {
  const doubts = { claimed: ', as that contract says', untrue: ': not true' }
  return `${becomes} ${contract}${doubt === undefined ? '' : doubts[doubt]}`
}

function blocksText({ firstBlock, lastBlock }: Blocks): string {
  return firstBlock === undefined ? '' : `; in one of the blocks ${firstBlock} to ${lastBlock}`
}
