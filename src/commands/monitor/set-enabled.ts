import { type Command, defineCommand } from '../../cli/define.ts'
import { findThing, onChain } from '../steps/find-thing.ts'
import { noteReadFirst } from '../steps/read-first.ts'
import { monitorArgument, monitorChainOption, monitors } from './resource.ts'
import { changeMonitor } from './update.ts'

export const monitorEnable = defineSetEnabled('enable', 'Monitor an address again', true)
export const monitorDisable = defineSetEnabled('disable', 'Keep an address without monitoring it', false)

function defineSetEnabled(verb: string, summary: string, enabled: boolean): Command {
  return defineCommand({
    name: `monitor ${verb}`,
    summary,
    arguments: monitorArgument,
    options: { chain: monitorChainOption },
    examples: [
      { command: `txwarden monitor ${verb} treasury` },
      { command: `txwarden monitor ${verb} <address> --chain base`, note: 'an address on several chains' },
    ],
    async run(context, { id, chain }) {
      await noteReadFirst(context)
      const found = await findThing(context, monitors, id, await onChain(context, chain))
      await changeMonitor(context, found.id, { enabled })
      return undefined
    },
  })
}
