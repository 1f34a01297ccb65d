import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { needs } from '../support/needs.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** The user of the signer, by number: a test adds no users. */
const SIGNER = 65_534
const PROXY = 8645
const NODE = 8545

/** In a network namespace of its own: a proxy and a node on loopback, and who reaches which. */
const SCRIPT = `
ip link set lo up
nft -f "$RULES"
"$NODE_PROGRAM" -e "
  const { createServer } = require('node:net')
  let listening = 0
  for (const port of [${PROXY}, ${NODE}])
    createServer((socket) => socket.end('reached')).listen(port, '127.0.0.1', () => (listening += 1) === 2 && console.log('up'))
" > "$READY" &
until grep -q up "$READY"; do :; done
for port in ${PROXY} ${NODE}; do
  for user in ${SIGNER} 0; do
    shown=$(setpriv --reuid "$user" --clear-groups bash -c "exec 3<>/dev/tcp/127.0.0.1/$port && cat <&3" 2>/dev/null) || shown=refused
    echo "$user $port $shown"
  done
done
kill $!
`

needs('nft', 'ip', 'unshare', 'setpriv', 'bash').test(
  'docs/proxy.md: the rules let the signer reach only the proxy',
  () => {
    const folder = temporaryFolder()
    const [, rules = ''] = /^```nft\n([\s\S]*?)^```$/m.exec(readFileSync('docs/proxy.md', 'utf8')) ?? []
    writeFileSync(join(folder, 'rules.nft'), rules.replaceAll('"signer"', String(SIGNER)))
    const env = {
      PATH: process.env.PATH,
      RULES: join(folder, 'rules.nft'),
      READY: join(folder, 'ready'),
      NODE_PROGRAM: process.execPath,
    }
    const shown = execFileSync('unshare', ['--net', 'bash', '-e', '-c', SCRIPT], {
      env,
      encoding: 'utf8',
      timeout: PATIENCE_MS,
    })
    expect(shown.trim().split('\n')).toEqual([
      `${SIGNER} ${PROXY} reached`,
      `0 ${PROXY} reached`,
      `${SIGNER} ${NODE} refused`,
      `0 ${NODE} reached`,
    ])
  },
)
