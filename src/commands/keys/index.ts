import type { Command } from '../../cli/define.ts'
import { listCommand } from '../steps/list-command.ts'
import { keysCreate } from './create.ts'
import { apiKeys } from './resource.ts'
import { keysRevoke } from './revoke.ts'

export const commands: readonly Command[] = [
  keysCreate,
  listCommand(apiKeys, {
    summary: 'List the API keys of the local service, including revoked ones',
    requests: false,
    examples: [{ command: 'txwarden keys list' }, { command: 'txwarden keys list --json --fields id,kind,revokedAt' }],
    empty: 'No keys yet. Try: txwarden keys create --kind validation',
  }),
  keysRevoke,
]
