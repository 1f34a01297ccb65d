import { holdStates } from '../../api/vocabulary.ts'
import { choice } from '../../cli/options.ts'
import { listCommand } from '../steps/list-command.ts'
import { holds } from './resource.ts'

export const holdList = listCommand(holds, {
  summary: 'List holds, newest first',
  description:
    'What `txwarden proxy --hold` refused until a person decides. States: held waits for a decision; approved passes once, within 15 minutes; rejected is refused for 24 hours; expired was not decided or not used in time; released is being sent; forwarded was sent.',
  options: { state: choice(holdStates, 'only holds in this state') },
  examples: [{ command: 'txwarden hold list --state held' }, { command: 'txwarden hold list --all --json' }],
  filter: (_, { state }) => ({ state }),
  empty: 'No holds yet.',
  noMatch: 'No matching holds.',
})
