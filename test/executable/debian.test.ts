import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { needs } from '../support/needs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = join(import.meta.dirname, '../..')
const deb = join(inject('packages') ?? '', `txwarden_${manifest.version}_amd64.deb`)
const dpkgDeb = (...argv: string[]) => execFileSync('dpkg-deb', argv, { encoding: 'utf8' })

needs('dpkg-deb').test('the package has the program, its pages and completions, and the units of the examples', () => {
  const folder = temporaryFolder()
  dpkgDeb('--raw-extract', deb, folder)
  const listed = dpkgDeb('--contents', deb).trim().split('\n')
  const modes = new Map(listed.map((line) => [line.replace(/.* \.\/?/, ''), line.slice(0, 10)]))
  const units = globSync('*.{service,socket,timer}', { cwd: join(root, 'examples/systemd') })
  for (const path of [
    'usr/share/man/man1/txwarden.1.gz',
    'usr/share/bash-completion/completions/txwarden',
    'usr/share/fish/vendor_completions.d/txwarden.fish',
    'usr/share/zsh/vendor-completions/_txwarden',
    'usr/share/doc/txwarden/copyright',
    'usr/share/doc/txwarden/changelog.gz',
    'usr/share/doc/txwarden/examples/payment.json',
    ...units.map((unit) => `usr/lib/systemd/system/${unit}`),
  ])
    expect([path, modes.get(path)]).toEqual([path, '-rw-r--r--'])
  expect(modes.get('usr/bin/txwarden')).toBe('-rwxr-xr-x')
  expect(listed.filter((line) => !line.includes(' root/root '))).toEqual([])
  expect([...new Set(modes.values())].sort()).toEqual(['-rw-r--r--', '-rwxr-xr-x', 'drwxr-xr-x'])

  // What lintian looks at first.
  for (const script of ['postinst', 'prerm', 'postrm']) execFileSync('sh', ['-n', join(folder, 'DEBIAN', script)])
  for (const line of readFileSync(join(folder, 'DEBIAN/md5sums'), 'utf8').trim().split('\n')) {
    const [sum, path = ''] = line.split('  ')
    expect([
      path,
      createHash('md5')
        .update(readFileSync(join(folder, path)))
        .digest('hex'),
    ]).toEqual([path, sum])
  }
  expect(readFileSync(join(folder, 'usr/share/doc/txwarden/copyright'), 'utf8')).toMatch(
    /^pino \d[\s\S]*Node\.js is licensed/m,
  )
  expect(dpkgDeb('--field', deb, 'Version', 'Architecture', 'Conffiles')).toBe(
    `Version: ${manifest.version}\nArchitecture: amd64\n`,
  )
})

const script = `
  export TXWARDEN_HOME=/var/lib/txwarden
  # The index of all man pages of this machine.
  rm -f /var/lib/man-db/auto-update
  dpkg --install /shared/txwarden.deb >/tmp/log
  verdict=$(txwarden validate --file /usr/share/doc/txwarden/examples/transfer-to-known.json | cut -f 1)
  # Of what was started so far, without this shell.
  times >/tmp/times
  printf 'verdict %s\\nprocessor %s\\n' $verdict "$(tail -n 1 /tmp/times)"
  txwarden control-list add 0x7e57000000000000000000000000000000000001 --type block >/dev/null
  entries() { printf '%s %s\\n' $1 $(txwarden control-list list --jq '.content | length'); }
  dpkg --install /shared/next.deb >>/tmp/log
  entries upgraded
  dpkg --remove txwarden >>/tmp/log
  ls /var/lib/txwarden/local.db
  dpkg --purge txwarden >>/tmp/log
  dpkg --install /shared/next.deb >>/tmp/log
  entries purged
  echo txwarden txwarden/delete-data boolean true | debconf-set-selections
  dpkg --purge txwarden >>/tmp/log
  ls /var/lib/txwarden 2>/dev/null || echo deleted
`

needs('dpkg', 'unshare', 'chroot', 'debconf-set-selections').test(
  'it installs where no Node is, keeps the database in an upgrade and a removal, and a purge deletes it only when told to',
  () => {
    const shared = temporaryFolder()
    copyFileSync(deb, join(shared, 'txwarden.deb'))
    dpkgDeb('--raw-extract', deb, join(shared, 'next'))
    const control = join(shared, 'next/DEBIAN/control')
    writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: .*/m, 'Version: 99.0.0'))
    dpkgDeb('-Znone', '--build', join(shared, 'next'), join(shared, 'next.deb'))

    const { stdout, stderr, status } = spawnSync('test/support/chroot.sh', [shared, script], {
      cwd: root,
      encoding: 'utf8',
    })

    const lines = stdout.trim().split('\n')
    expect([lines.filter((line) => !line.startsWith('processor')), status], stderr).toEqual([
      ['verdict SAFE', 'upgraded 1', '/var/lib/txwarden/local.db', 'purged 1', 'deleted'],
      0,
    ])
    const [, ...times] = /^processor (\d+)m([\d.]+)s (\d+)m([\d.]+)s$/m.exec(stdout)?.map(Number) ?? []
    const [userMinutes = Number.NaN, user = 0, systemMinutes = 0, system = 0] = times
    expect(60 * (userMinutes + systemMinutes) + user + system).toBeLessThan(10)
  },
)
