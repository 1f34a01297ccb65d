import manifest from '../../package.json' with { type: 'json' }
import { defineCommand } from '../cli/define.ts'

export const versionCommand = defineCommand({
  name: 'version',
  replacedBy: '-V',
  summary: 'Print the version',
  requests: false,
  examples: [{ command: 'txwarden version --json' }],
  async run(context) {
    await context.out.record(
      { version: manifest.version },
      { columns: [{ field: 'version', header: 'VERSION' }] },
      ({ version }) => `${version}\n`,
    )
  },
})
