import { entryTypes, productTypes } from '../../api/vocabulary.ts'
import { type Command, defineCommand } from '../../cli/define.ts'
import { chainIdsOf, checkAddresses } from '../../cli/input/check-values.ts'
import { choice, list, many, required } from '../../cli/options.ts'
import { missingError } from '../../cli/program.ts'
import { ifAbsentOption } from '../if-absent.ts'
import { addEntries } from './add-entries.ts'

export const controlListAdd: Command = defineCommand({
  name: 'control-list add',
  aliases: ['create'],
  summary: 'Allow or block addresses',
  description:
    'A BLOCK entry makes every transaction that touches the address invalid. An ALLOW entry holds down what is found about the address itself, never a sanction or a block. On a terminal it asks for what is missing.',
  asks: true,
  arguments: { address: many('addresses to allow or block') },
  options: {
    type: required(choice(entryTypes, 'allow or block')),
    product: choice(productTypes, 'product the entry holds for; default SONAR'),
    chain: list('chain', 'chain ids or names; default: every chain'),
    ifAbsent: ifAbsentOption,
  },
  examples: [
    { command: 'txwarden control-list add 0x7E57E185F01f2900F3b969962D790bD76275007A --type block' },
    { command: 'txwarden control-list add <address> <address> --type allow --chain ethereum,base' },
    { command: 'txwarden control-list add <address> --type block --if-absent', note: 'in a script that runs again' },
  ],
  async run(context, { address: addresses = [], type, product = 'SONAR', chain, ifAbsent = false }) {
    await checkAddresses(context, addresses)
    const chainIds = await chainIdsOf(context, chain)
    // `asks`: what is required can still be missing here.
    const missing = [
      ...(addresses.length === 0 ? ['<address>'] : []),
      ...((type as string | undefined) === undefined ? ['--type'] : []),
    ]
    if (missing.length === 0) await addEntries(context, { addresses, type, product, chainIds }, ifAbsent)
    else if (context.canAsk) {
      const { addByAsking } = await import('./add-by-asking.ts')
      await addByAsking(context, { addresses, type, product, chainIds: chain && chainIds }, ifAbsent)
    } else throw missingError(controlListAdd, missing)
    return undefined
  },
})
