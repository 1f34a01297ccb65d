import { chainName } from '../../api/text/chains.ts'
import { chainEventKinds } from '../../api/vocabulary.ts'
import { forEachSettled } from '../../cli/bulk/for-each-settled.ts'
import type { Context } from '../../cli/context/context.ts'
import { type Command, defineCommand } from '../../cli/define.ts'
import { plainAddresses } from '../../cli/input/chain-addresses.ts'
import { chainIdsOf, checkAddresses } from '../../cli/input/check-values.ts'
import { choices, list, many, nameText, type OptionValues, parsed, required } from '../../cli/options.ts'
import { missingError } from '../../cli/program/program.ts'
import { previewAndConfirm } from '../../cli/prompts/preview-and-confirm.ts'
import { parseBlock } from '../options/block-number.ts'
import { ifAbsentOption, makeIfAbsent } from '../options/if-absent.ts'
import { notFollowedNote } from '../options/not-followed.ts'
import { isActive, stateOption } from '../options/state-option.ts'
import { withAdditions } from '../steps/addition.ts'
import { monitors } from './resource.ts'
import { createMonitor } from './write-monitor.ts'

const options = {
  chain: required(list('chain', 'chain ids or names; each address is monitored on each of them')),
  name: nameText('name', 'name of the monitored address'),
  state: stateOption('INACTIVE adds it without monitoring it yet'),
  kinds: choices(chainEventKinds, `notify only about these kinds of chain events: ${chainEventKinds.join(', ')}`),
  fromBlock: parsed(
    'block',
    'first block that is read for it, where its chain is followed; default: latest',
    parseBlock,
  ),
  ifAbsent: ifAbsentOption,
}

export const monitorAdd: Command = defineCommand({
  name: 'monitor add',
  aliases: ['create'],
  summary: 'Monitor addresses',
  description:
    'A MONITOR alert fires once for each transaction that involves a monitored address on its chain: when a block has it, where the chain is followed (`serve --follow`), otherwise when its on-chain id is reported (tx update). On a terminal it prompts for missing values.',
  asks: true,
  arguments: { address: many('addresses to monitor') },
  options,
  examples: [
    { command: 'txwarden monitor add <address> --chain ethereum --name treasury' },
    { command: 'txwarden monitor add 0x7e57e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f1c --chain ethereum,base' },
    { command: 'txwarden monitor add <address> --chain base --if-absent', note: 'repeatable in a script' },
    { command: 'txwarden monitor add <address> --chain base --kinds sent,allowance-spent --from-block 31402118' },
  ],
  async run(context, { address: given = [], chain, name, state, ifAbsent = false, kinds, fromBlock }) {
    const flagged = await chainIdsOf(context, chain)
    const { addresses, chainId } = await plainAddresses(given, flagged)
    await checkAddresses(context, addresses)
    const chainIds = chainId === undefined ? flagged : [chainId]
    // With `asks`, required flags can be missing here.
    const missing = [...(addresses.length === 0 ? ['<address>'] : []), ...(chainIds.length === 0 ? ['--chain'] : [])]
    const draft = { addresses, chainIds, name, state, kinds, fromBlock, ifAbsent }
    if (missing.length === 0) await addMonitors(context, draft)
    else if (context.canAsk) await addFromAnswers(context, draft)
    else throw missingError(monitorAdd, missing)
  },
})

/** Each address on each chain. Without kinds, events of all kinds are recorded. */
interface MonitorsDraft extends Pick<OptionValues<typeof options>, 'name' | 'state' | 'kinds' | 'fromBlock'> {
  readonly addresses: readonly string[]
  readonly chainIds: readonly string[]
  readonly ifAbsent: boolean
}

async function addMonitors(
  context: Context,
  { addresses, chainIds, name, state, kinds, fromBlock: from, ifAbsent }: MonitorsDraft,
): Promise<void> {
  const client = await context.client()
  const notFollowed = new Set<string>()
  const enabled = isActive(state)
  const pairs = addresses.flatMap((address) => chainIds.map((chainId) => ({ address, chainId })))
  await forEachSettled(
    context,
    pairs,
    async ({ address, chainId }) => {
      const find = async () => {
        // An address has at most one row for each chain, so one page holds them all.
        const { content } = await client.call('listMonitors', { query: { address, size: 1000 }, ...withAdditions })
        return content.find((each) => each.chainId === chainId)
      }
      const make = () => createMonitor(context, { address, chainId, name, enabled, kinds: kinds && [...kinds], from })
      const made = await makeIfAbsent(context, ifAbsent, find, make)
      const { wasThere } = made
      const { followed, ...body } = made.body
      // Another service does not say.
      if (!wasThere && body.enabled && followed === false) notFollowed.add(chainId)
      const done = body.enabled ? 'Monitoring' : wasThere ? 'inactive:' : 'Added, inactive:'
      const verb = wasThere ? `Already there: ${done.toLowerCase()}` : done
      const label = body.name === '' ? address : `${address} (${body.name})`
      await context.out.done(body, monitors.view, [
        `${verb} ${label} on ${chainName(chainId)} (${context.where()})`,
        `  id ${body.id}`,
      ])
    },
    ({ address, chainId }) => `${address} on ${chainName(chainId)}`,
  )
  if (notFollowed.size > 0) await context.note(notFollowedNote([...notFollowed]))
}

async function addFromAnswers(context: Context, given: MonitorsDraft): Promise<void> {
  const { askAddresses, askChains } = await import('../../cli/prompts/ask-fields.ts')
  const addresses = given.addresses.length > 0 ? given.addresses : await askAddresses(context)
  const chainIds = given.chainIds.length > 0 ? given.chainIds : await askChains(context)
  const prompt = await context.prompt()
  const name = given.name ?? ((await prompt.input({ message: 'Name (empty: none)' })) || undefined)
  const { state, kinds, fromBlock, ifAbsent } = given
  await previewAndConfirm(context, {
    preview: [
      ['address', addresses.join(', ')],
      ['chains', chainIds.map(chainName).join(', ')],
      ['name', name ?? 'none'],
      ['state', state === 'INACTIVE' && 'inactive'],
      ['kinds', kinds?.join(', ')],
      ['from block', fromBlock?.toString()],
    ],
    question: `Monitor this in ${context.where()}?`,
    command: {
      name: 'monitor add',
      arguments: addresses,
      flags: { chain: chainIds, name, state: state?.toLowerCase(), kinds, fromBlock, ifAbsent },
    },
    act: () => addMonitors(context, { ...given, addresses, chainIds, name }),
  })
}
