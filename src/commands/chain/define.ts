import { fieldErrors } from '../../api/parsing/issues.ts'
import type { KnownChain } from '../../api/schemas/chain.ts'
import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { flagName, integer, one, parsed, required, text } from '../../cli/options.ts'
import { amountOption, weiIn } from '../options/transaction-options.ts'
import { callAddition } from '../steps/addition.ts'
import { chainView } from './view.ts'

/** What can be set for any chain. */
export const chainLimits = {
  finality: parsed(
    'blocks|tag',
    'when a block is final: finalized or safe as the node says it, or so many blocks later',
    parseFinality,
  ),
  maxFee: amountOption('the most that fees of a transaction cost where they are no finding: 0.5ether, or wei'),
}

export const chainDefine = defineCommand({
  name: 'chain define',
  summary: 'Define a chain that no list knows, such as a rollup of your own',
  description:
    'The chains of `chain list --all` need no definition, and their names and ids are refused. What is known of contracts elsewhere counts on a defined chain only where a node of it shows the same code. Defined again, it is replaced.',
  arguments: { id: one('the chain id', { completes: [] }) },
  options: {
    name: required(text('name', 'name for --chain and in tables: lower-case letters, digits and -')),
    currency: required(text('symbol', 'symbol of the native currency')),
    decimals: integer('n', 'decimals of the currency; default 18', { min: 0, max: 36 }),
    explorer: text('url', 'block explorer, for links in alerts'),
    ...chainLimits,
  },
  examples: [
    { command: 'txwarden chain define 777001 --name our-rollup --currency FOO' },
    {
      command: 'txwarden chain define 777001 --name our-rollup --currency FOO --finality 20 --max-fee 5ether',
      note: 'final after 20 blocks; fees up to 5 FOO are no finding',
    },
  ],
  async run(context, { id, maxFee, ...given }) {
    const chainId = chainIdIn(id)
    const { name, currency, decimals = 18 } = given
    const settings = {
      ...given,
      ...(maxFee !== undefined && { maxFee: weiIn(maxFee, '--max-fee: ', { name, currency, decimals }) }),
    }
    const { chainSettings } = await import('../../api/schemas/chain.ts')
    const { error } = chainSettings().safeParse(settings, { reportInput: true })
    const [fault] = error ? fieldErrors(error) : []
    if (fault) throw usageError(`${flagName(fault.path)} ${fault.message}`)
    const body = await callAddition(context, 'chains', (client) =>
      client.call('setChain', { params: { chainId }, body: settings }),
    )
    await context.out.done(body, chainView, [
      `Defined ${definedText(body)} (${context.where()})`,
      `Next: txwarden chain add ${body.name}`,
    ])
  },
})

function parseFinality(flag: string, given: string): 'finalized' | 'safe' | number {
  if (given === 'finalized' || given === 'safe') return given
  if (/^\d{1,6}$/.test(given)) return Number(given)
  throw usageError(`${flag}: ${JSON.stringify(given)} is not finalized, safe, or a number of blocks`)
}

function chainIdIn(text: string): string {
  if (/^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))) return text
  throw usageError(`${JSON.stringify(text)} is not a chain id: a decimal integer from 1 to ${Number.MAX_SAFE_INTEGER}`)
}

/** "our-rollup (777001), FOO" */
export function definedText({ id, name, currency }: KnownChain): string {
  return `${name} (${id}), ${currency}`
}
