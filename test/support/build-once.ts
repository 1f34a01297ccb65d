import { execFileSync } from 'node:child_process'

/** Tests that start real processes run what is shipped, so it is built from what is tested. */
export default function setup(): void {
  execFileSync(
    process.execPath,
    ['node_modules/rolldown/bin/cli.mjs', '-c', 'rolldown.config.ts', '--log-level', 'warn'],
    {
      stdio: 'inherit',
    },
  )
}
