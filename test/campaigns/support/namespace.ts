import { spawnSync } from 'node:child_process'

const INSIDE = 'TXWARDEN_CAMPAIGN_INSIDE'

/**
 * Runs the rest of this program in its own mount namespace and, optionally, network namespace: its changes there end with
 * it. `setUp` is a shell line that runs first, as root of the namespaces.
 */
export function enterNamespace({ network, setUp }: { network: boolean; setUp: string }): void {
  if (process.env[INSIDE] !== undefined) return
  const flags = ['--map-root-user', '--mount', ...(network ? ['--net'] : [])]
  const shell = ['sh', '-c', `${setUp} && exec "$@"`, 'sh']
  const { status, error } = spawnSync(
    'unshare',
    [...flags, ...shell, process.execPath, ...process.execArgv, ...process.argv.slice(1)],
    { stdio: 'inherit', env: { ...process.env, [INSIDE]: '1' } },
  )
  if (error) process.stderr.write('unshare is missing. Try: apt-get install util-linux iproute2\n')
  process.exit(status ?? 2)
}
