import * as z from 'zod'
import { isRecord, membersOf } from '../../shared/json/json.ts'
import { type OfferFault, offerFaults } from '../validate/payment-required.ts'
import { type Decision, worstDecision } from './answer.ts'
import type { CommandRun } from './run-command.ts'

type Arguments = Readonly<Record<string, unknown>>
type Document = Readonly<Record<string, unknown>>

export interface Tool {
  readonly name: string
  readonly title: string
  /** Constant: no text of a third party. */
  readonly description: string
  readonly input: z.ZodObject
  /** The commands that answer; their documents become one. */
  runs(given: Arguments): Promise<readonly CommandRun[]>
  /** Where the verdict of the document does not decide. */
  decide?(document: Document): Decision | undefined
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
    input: z.object({
      ...transaction,
      token: z.string().optional().describe('Token to pay in: symbol, address or native; with amount and to.'),
      amount: word().optional().describe('Amount in units of the token.'),
      nonce: word().optional(),
    }),
    runs: async (given) => [await validation({ words: wordsOf(given) })],
  },
  {
    name: 'validate_message',
    title: 'Validate a message',
    description: `Verdict about EIP-712 typed data or an EIP-7702 authorization before it is signed. ${HARMLESS}`,
    input: z.object({
      typedData: z.record(z.string(), z.unknown()).describe('The message: domain, types, primaryType, message.'),
      from: address('Signer').optional(),
      chain: chain().optional(),
    }),
    runs: async ({ typedData, ...given }) => [
      await validation({ words: { ...wordsOf(given), typedData: '-' }, stdin: JSON.stringify(typedData) }),
    ],
  },
  {
    name: 'check_address',
    title: 'Check an address',
    description:
      'Whether control lists and threat feeds list an address. Not listed is not safe: proceed needs an ALLOW entry.',
    input: z.object({ address: address('Address'), chain: chain().optional() }),
    async runs(given) {
      const [{ controlListCheck }, { intelCheck }] = await Promise.all([
        import('../control-list/check.ts'),
        import('../intel/check.ts'),
      ])
      return [controlListCheck, intelCheck].map((command) => ({ command, words: wordsOf(given) }))
    },
    decide({ content }) {
      const rows = recordsIn(content)
      const standings = rows.map(({ standing }) => standing)
      const isListed = rows.some(({ kind, looksLike }) => looksLike === '' && LISTED.has(String(kind)))
      if (isListed || standings.includes('BLOCKED')) return 'stop'
      return standings.includes('ALLOWED') ? 'proceed' : 'ask_human'
    },
  },
  {
    name: 'decode',
    title: 'Decode call data',
    description: 'What a transaction does, call by call. No verdict.',
    input: z.object(transaction).partial(),
    async runs(given) {
      const { txDecode } = await import('../tx/decode.ts')
      return [{ command: txDecode, words: { data: '0x', ...wordsOf(given) } }]
    },
  },
  {
    name: 'explain',
    title: 'Explain a verdict',
    description: 'Reasons of an earlier validation.',
    input: z.object({ svcTxId: z.string() }),
    async runs(given) {
      const { txExplain } = await import('../tx/explain.ts')
      return [{ command: txExplain, words: wordsOf(given) }]
    },
  },
  {
    name: 'list_exposures',
    title: 'List open allowances',
    description: 'What an address allows others to move, as a chain node shows it, with the calls that revoke it.',
    input: z.object({ address: address('Owner'), chain: chain().optional() }),
    async runs(given) {
      const { monitorExposure } = await import('../monitor/exposure.ts')
      return [{ command: monitorExposure, words: wordsOf(given) }]
    },
  },
  {
    name: 'safe_queue',
    title: 'Queue of a Safe',
    description: 'Queued transactions of a Safe with their verdicts; the worst decides.',
    input: z.object({ safe: z.string().optional().describe('Name or address; default all.') }),
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
    input: z.object({ id: z.string().optional() }),
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
    name: 'payment_check',
    title: 'Check an x402 payment',
    description: `Verdict about what an x402 payment-required body makes the wallet sign; the worst offer decides. ${HARMLESS}`,
    input: z.object({
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

function faultClause(offer: Document): string | undefined {
  const { code } = membersOf(offer.reason)
  return code === undefined ? undefined : offerFaults[code as OfferFault]
}

/** Kinds of records that no payment may go to. */
const LISTED: ReadonlySet<string> = new Set(['malicious', 'sanctioned', 'mixer'])

async function validation(run: Omit<CommandRun, 'command'>): Promise<CommandRun> {
  const { validate } = await import('../validate/validate.ts')
  return { ...run, command: validate, flags: ['explain'] }
}

function wordsOf(given: Arguments): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

export function recordsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
