import { type Command, defineCommand } from '../../cli/define.ts'
import { chainIdsOf, checkAddresses } from '../../cli/input/check-values.ts'
import { flag, list, many, required, text } from '../../cli/options.ts'
import { missingError } from '../../cli/program.ts'
import { ifAbsentOption } from '../if-absent.ts'
import { addMonitors } from './add-monitors.ts'

export const monitorAdd: Command = defineCommand({
  name: 'monitor add',
  aliases: ['create'],
  summary: 'Monitor addresses',
  description:
    'A MONITOR alert fires once for each transaction that touches a monitored address on its chain, when its on-chain id is reported (tx update). On a terminal it asks for what is missing.',
  asks: true,
  arguments: { address: many('addresses to monitor') },
  options: {
    chain: required(list('chain', 'chain ids or names; each address is monitored on each of them')),
    name: text('name', 'a name for it'),
    disabled: flag('add it, but do not monitor it yet'),
    ifAbsent: ifAbsentOption,
  },
  examples: [
    { command: 'txwarden monitor add <address> --chain ethereum --name treasury' },
    { command: 'txwarden monitor add 0x7e57e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f1c --chain ethereum,base' },
    { command: 'txwarden monitor add <address> --chain base --if-absent', note: 'in a script that runs again' },
  ],
  async run(context, { address: addresses = [], chain, name, disabled = false, ifAbsent = false }) {
    await checkAddresses(context, addresses)
    const chainIds = await chainIdsOf(context, chain)
    // `asks`: what is required can still be missing here.
    const missing = [...(addresses.length === 0 ? ['<address>'] : []), ...(chainIds.length === 0 ? ['--chain'] : [])]
    const draft = { addresses, chainIds, name, disabled }
    if (missing.length === 0) await addMonitors(context, draft, ifAbsent)
    else if (context.canAsk) {
      const { addByAsking } = await import('./add-by-asking.ts')
      await addByAsking(context, draft, ifAbsent)
    } else throw missingError(monitorAdd, missing)
    return undefined
  },
})
