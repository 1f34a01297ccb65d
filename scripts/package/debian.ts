import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { gzip } from './executable.ts'

const root = join(import.meta.dirname, '../..')
const SCRIPTS = join(import.meta.dirname, 'debian')
const UNITS = join(root, 'examples/systemd')

export interface DebianPackage {
  /** Where the package is written. */
  readonly folder: string
  /** For the tree of its files. */
  readonly work: string
  readonly executable: string
  readonly notices: string
  readonly isQuick: boolean
}

/** Writes `txwarden_<version>_amd64.deb` with dpkg-deb. It installs files and starts nothing. */
export function writeDebianPackage({ folder, work, executable, notices, isQuick }: DebianPackage): void {
  const tree = join(work, 'tree')
  const add = (path: string, content: string | Uint8Array, mode = 0o644) => {
    mkdirSync(join(tree, dirname(path)), { recursive: true })
    writeFileSync(join(tree, path), content)
    chmodSync(join(tree, path), mode)
  }
  const units = globSync('*.{service,socket,timer}', { cwd: UNITS }).sort()
  add('usr/bin/txwarden', readFileSync(executable), 0o755)
  add('usr/share/man/man1/txwarden.1.gz', gzip(readFileSync(join(root, manifest.man))))
  for (const [shell, path] of Object.entries(COMPLETIONS))
    add(path, execFileSync(executable, ['completion', shell], { env: { TXWARDEN_HOME: work } }))
  for (const unit of units) add(`usr/lib/systemd/system/${unit}`, readFileSync(join(UNITS, unit)))
  const doc = 'usr/share/doc/txwarden'
  add(`${doc}/copyright`, `${readFileSync(join(root, 'LICENSE'), 'utf8')}\n${'-'.repeat(80)}\n\n${notices}`)
  add(`${doc}/changelog.gz`, gzip(readFileSync(join(root, 'CHANGELOG.md'))))
  for (const path of globSync('examples/**', { cwd: root }).sort())
    if (statSync(join(root, path)).isFile()) add(`${doc}/${path}`, readFileSync(join(root, path)))

  const files = globSync('**', { cwd: tree }).filter((path) => statSync(join(tree, path)).isFile())
  const bytes = files.reduce((sum, path) => sum + statSync(join(tree, path)).size, 0)
  add('DEBIAN/control', control(Math.ceil(bytes / 1024)))
  add(
    'DEBIAN/md5sums',
    files
      .sort()
      .map((path) => `${md5(join(tree, path))}  ${path}\n`)
      .join(''),
  )
  add('DEBIAN/templates', readFileSync(join(SCRIPTS, 'templates')))
  for (const name of ['postinst', 'prerm', 'postrm'])
    add(`DEBIAN/${name}`, readFileSync(join(SCRIPTS, name), 'utf8').replace('@UNITS@', units.join(' ')), 0o755)
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', tree])
  // One thread: more of them split the data where their number says.
  const compression = isQuick ? ['-Zgzip', '-z1'] : ['-Zxz', '--threads-max=1']
  execFileSync('dpkg-deb', ['--build', '--root-owner-group', ...compression, tree, folder], { stdio: 'pipe' })
}

const COMPLETIONS = {
  bash: 'usr/share/bash-completion/completions/txwarden',
  fish: 'usr/share/fish/vendor_completions.d/txwarden.fish',
  zsh: 'usr/share/zsh/vendor-completions/_txwarden',
}

/** Libraries that Node needs (`readelf --version-info`): the oldest that have the versions of its symbols. */
const LIBRARIES = 'libc6 (>= 2.28), libgcc-s1 (>= 3.4), libstdc++6 (>= 5.2)'

function control(kilobytes: number): string {
  return `Package: txwarden
Version: ${manifest.version}
Architecture: amd64
Maintainer: the txwarden authors
Installed-Size: ${kilobytes}
Depends: ${LIBRARIES}, debconf (>= 0.5) | debconf-2.0
Suggests: libsecret-tools, postgresql
Section: net
Priority: optional
Description: check blockchain transactions before they are signed
 Validates transactions, manages lists, monitors addresses and sends alerts:
 offline on SQLite, on PostgreSQL, or against a server with the same API.
 .
 Contains Node ${process.versions.node}. Starts no service: see the units in
 /usr/lib/systemd/system.
`
}

function md5(path: string): string {
  return createHash('md5').update(readFileSync(path)).digest('hex')
}
