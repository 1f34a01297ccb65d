import * as z from 'zod'
import { statusOf } from '../../api/vocabulary.ts'
import { isRecord, membersOf } from '../../shared/json/json.ts'
import { oneLine } from '../../shared/text/one-line.ts'
import { type OfferFault, offerFaults } from '../validate/payment-required.ts'
import { type AgentStep, worstDecision } from './answer.ts'
import type { CommandRun } from './run-command.ts'

type ToolArguments = Readonly<Record<string, unknown>>
type Document = Readonly<Record<string, unknown>>

export interface Tool {
  readonly name: string
  readonly title: string
  /** Constant: no text of a third party. */
  readonly description: string
  /** Strict: an argument that is dropped could be a limit, or what a transaction carries. */
  readonly input: z.ZodObject
  /** The commands that answer; their documents become one. */
  runs(given: ToolArguments): Promise<readonly CommandRun[]>
  /** What of the document is the answer; default: all of it. */
  part?(document: Document): Document
  /** Where the verdict of the document does not decide. */
  decide?(document: Document, given: ToolArguments): AgentStep | undefined
  /** What the line of the answer says beside the verdict, in our words. */
  notes?(document: Document): readonly string[]
}

/** As the flags of the same name take it. */
const word = () => z.union([z.string(), z.number()])
const chain = () => word().describe('Chain id or name, such as 1 or ethereum.')
const address = (what: string) => z.string().describe(`${what}: 0x and 40 hex digits.`)

const transaction = {
  chain: chain(),
  from: address('Sender'),
  to: address('Recipient or contract').optional(),
  value: word().optional().describe('Wei, or with a unit: 1.5ether.'),
  data: z.string().optional().describe('Call data, 0x hex.'),
}

const HARMLESS = 'Stores, signs and sends nothing.'

/** All tools. Each only reads: `serveMcp` opens the database read-only and sends no change. */
export const tools: readonly Tool[] = [
  {
    name: 'validate',
    title: 'Validate a transaction',
    description: `Verdict about a transaction before it is signed. A SAFE answer does not send anything. ${HARMLESS}`,
    input: z.strictObject({
      ...transaction,
      chain: chain().optional(),
      from: address('Sender').optional(),
      file: z
        .string()
        .optional()
        .describe('Instead: content of a Safe batch, broadcast, JSON-RPC request, user operation.'),
      token: z.string().optional().describe('Token to pay in: symbol, address or native; with amount and to.'),
      amount: word().optional().describe('Amount in units of the token.'),
      nonce: word().optional(),
    }),
    runs: async ({ file, ...given }) => [
      await validation(
        file === undefined
          ? { words: wordsOf(given) }
          : { words: { ...wordsOf(given), file: '-' }, stdin: String(file) },
      ),
    ],
    // Of a file with several transactions, the worst decides.
    decide: (answer) =>
      Array.isArray(answer.content) ? worstDecision(recordsIn(answer.content)) : heldByPolicy(answer),
    notes: policyNotes,
  },
  {
    name: 'validate_message',
    title: 'Validate a message',
    description: `Verdict about EIP-712 typed data or an EIP-7702 authorization before it is signed. ${HARMLESS}`,
    input: z.strictObject({
      typedData: z.record(z.string(), z.unknown()).describe('The message: domain, types, primaryType, message.'),
      from: address('Signer').optional(),
      chain: chain().optional(),
    }),
    runs: async ({ typedData, ...given }) => [
      await validation({ words: { ...wordsOf(given), typedData: '-' }, stdin: JSON.stringify(typedData) }),
    ],
    decide: heldByPolicy,
    notes: policyNotes,
  },
  {
    name: 'check_address',
    title: 'Check an address',
    description:
      'Whether control lists and threat feeds list an address. Not listed is not safe: proceed needs an ALLOW entry, without chain one for every chain.',
    input: z.strictObject({ address: address('Address'), chain: chain().optional() }),
    async runs(given) {
      const [{ controlListShow }, { intelCheck }] = await Promise.all([
        import('../control-list/show.ts'),
        import('../intel/check.ts'),
      ])
      return [controlListShow, intelCheck].map((command) => ({ command, words: wordsOf(given) }))
    },
    decide({ content }, { chain: only }) {
      const rows = recordsIn(content)
      const isListed = rows.some(({ kind, looksLike }) => looksLike === '' && LISTED.has(String(kind)))
      if (isListed || rows.some(({ standing }) => standing === 'BLOCKED')) return 'stop'
      const allowed = rows.filter(({ standing }) => standing === 'ALLOWED')
      // What is allowed on one chain is another account elsewhere.
      const counts = allowed.some(({ entries }) => only !== undefined || recordsIn(entries).some(isForEveryChain))
      return counts ? 'proceed' : 'ask_human'
    },
  },
  {
    name: 'decode',
    title: 'Decode call data',
    description: 'What a transaction does, call by call. No verdict.',
    input: z.strictObject(transaction).partial(),
    async runs(given) {
      const { txDecode } = await import('../tx/decode.ts')
      return [{ command: txDecode, words: { data: '0x', ...wordsOf(given) } }]
    },
  },
  {
    name: 'explain',
    title: 'Explain a verdict',
    description: 'Reasons of an earlier validation. Never proceed: validate again.',
    input: z.strictObject({ svcTxId: z.string() }),
    async runs(given) {
      const { txShow } = await import('../tx/show.ts')
      return [{ command: txShow, words: wordsOf(given) }]
    },
    part: ({ verdict, result }) => ({ verdict, ...membersOf(result) }),
    // Lists and chain moved on since.
    decide: (document) => (worstDecision([document]) === 'stop' ? 'stop' : 'ask_human'),
  },
  {
    name: 'list_exposures',
    title: 'List open allowances',
    description: 'What an address allows others to move, as a chain node shows it, with the calls that revoke it.',
    input: z.strictObject({ address: address('Owner'), chain: chain().optional() }),
    async runs(given) {
      const { monitorExposure } = await import('../monitor/exposure.ts')
      return [{ command: monitorExposure, words: wordsOf(given) }]
    },
  },
  {
    name: 'safe_queue',
    title: 'Queue of a Safe',
    description: 'Queued transactions of a Safe with their verdicts; the worst decides.',
    input: z.strictObject({ safe: z.string().optional().describe('Name or address; default all.') }),
    async runs(given) {
      const { safeQueue } = await import('../safe/queue.ts')
      return [{ command: safeQueue, words: wordsOf(given) }]
    },
    decide: ({ content }) => worstDecision(recordsIn(content)),
  },
  {
    name: 'hold_status',
    title: 'State of a hold',
    description: 'Whether a person approved what the proxy holds. Without id: all holds that wait.',
    input: z.strictObject({ id: z.string().optional() }),
    async runs({ id }) {
      if (id === undefined) {
        const { holdList } = await import('../hold/list.ts')
        return [{ command: holdList, words: { state: 'held' } }]
      }
      const { holdShow } = await import('../hold/show.ts')
      return [{ command: holdShow, words: wordsOf({ id }) }]
    },
    decide({ state }) {
      if (state === 'approved') return 'proceed'
      return state === undefined || state === 'held' ? 'ask_human' : 'stop'
    },
  },
  {
    name: 'policy_check',
    title: 'Budgets of policies',
    description: 'What policies allow to spend, and what is used. What they say of a transaction, validate has.',
    input: z.strictObject({ policy: z.string().optional().describe('Name; default all.') }),
    async runs({ policy }) {
      const { policyUsage } = await import('../policy/usage.ts')
      return [{ command: policyUsage, words: wordsOf({ name: policy }) }]
    },
  },
  {
    name: 'payment_check',
    title: 'Check an x402 payment',
    description: `Verdict about what an x402 payment-required body makes the wallet sign; the worst offer decides. ${HARMLESS}`,
    input: z.strictObject({
      paymentRequired: z.record(z.string(), z.unknown()).describe('The body: x402Version, accepts.'),
      from: address('Payer'),
      maxAmount: word().optional().describe('Most dollars of a stablecoin to pay without a person; default 100.'),
    }),
    runs: async ({ paymentRequired, ...given }) => [
      await validation({
        words: { maxAmount: MOST_DOLLARS, ...wordsOf(given), x402: '-' },
        stdin: JSON.stringify(paymentRequired),
      }),
    ],
    decide: ({ content }) => worstDecision(recordsIn(content)),
    notes: ({ content }) =>
      recordsIn(content)
        .flatMap((offer, index) => {
          const clause = faultClause(offer)
          return clause === undefined ? [] : [`Offer ${index + 1}: ${clause}`]
        })
        .slice(0, MOST_NOTES),
  },
]

/** What an agent may pay without a person, where it is given no other amount. */
const MOST_DOLLARS = '100'
const MOST_NOTES = 5
const LONGEST_NOTE = 200

function faultClause(offer: Document): string | undefined {
  const { code } = membersOf(offer.reason)
  return code === undefined ? undefined : offerFaults[code as OfferFault]
}

/** What nothing but a policy blocks, which waits for a person, is for a person. */
function heldByPolicy({ error, combinedScore }: Document): AgentStep | undefined {
  const isHeld = typeof error === 'string' && /^policy \S+: hold: /.test(error)
  return isHeld && statusOf(Number(combinedScore)) !== 'UNSAFE' ? 'ask_human' : undefined
}

function policyNotes({ explanation }: Document): readonly string[] {
  return recordsIn(membersOf(explanation).policies).flatMap(refusalText).slice(0, MOST_NOTES)
}

/** Names and amounts are those of the operator. */
function refusalText({ policy, mode, result, text }: Document): string[] {
  const said = oneLine(`Policy ${policy}: ${result}: ${text}`).slice(0, LONGEST_NOTE)
  return mode === 'enforce' && result !== 'allow' ? [said] : []
}

/** Kinds of records that no payment may go to. */
const LISTED: ReadonlySet<string> = new Set(['malicious', 'sanctioned', 'mixer'])

function isForEveryChain({ type, chainIds }: Document): boolean {
  return type === 'ALLOW' && !(Array.isArray(chainIds) && chainIds.length > 0)
}

async function validation(run: Omit<CommandRun, 'command'>): Promise<CommandRun> {
  const { validate } = await import('../validate/validate.ts')
  return { ...run, command: validate, flags: ['explain'] }
}

function wordsOf(given: ToolArguments): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

export function recordsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
