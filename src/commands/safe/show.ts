import { defineCommand } from '../../cli/define.ts'
import { exitCodes } from '../../cli/errors/exit-codes.ts'
import { findThing, onChain } from '../steps/find-thing.ts'
import { safeArgument, safeCard, safeChainOption, safes } from './resource.ts'

export const safeShow = defineCommand({
  name: 'safe show',
  aliases: ['get'],
  summary: 'Show a Safe as your node has it, and what is weak about it',
  description:
    'Owners, threshold, nonce, singleton, guards, modules and fallback handler come from a node of the chain, never from the transaction service. Exit code 13 when something is weak: few signatures, a singleton that is no release of Safe, an unknown module, a delegate that was added lately. An unknown guard or handler is a warning.',
  arguments: safeArgument,
  options: { chain: safeChainOption },
  examples: [
    { command: 'txwarden safe show <safe>' },
    { command: 'txwarden safe show <address> --chain base --json', note: 'in a pipeline' },
  ],
  async run(context, { safe: given, chain }) {
    const { id: safeId } = await findThing(context, safes, given, await onChain(context, chain))
    const client = await context.client()
    const report = await client.call('getSafe', { params: { safeId } })
    await context.out.record(report, safes.view, safeCard)
    return report.findings.some(({ level }) => level === 'fail') ? exitCodes.checkFailed : exitCodes.ok
  },
})
