import type { DiskOperation } from './syscalls.ts'

type Change = Extract<DiskOperation, { kind: 'write' | 'truncate' }>

/** A file's bytes, and its changes since the last sync. */
interface Inode {
  durable: Buffer
  pending: Change[]
  /** Offset of the next sequential write. */
  position: number
}

const SECTOR = 512
const APPLIED = 0.5
const TORN = 0.3

/**
 * A disk with minimal guarantees: synced data survives a power cut; of other writes, any subset may survive, in any order,
 * also partial writes. Changes of names survive in order, as on journaling file systems.
 */
export class Disk {
  readonly #files = new Map<string, Inode>()

  do(operation: DiskOperation): void {
    switch (operation.kind) {
      case 'open': {
        const { path, creates, truncates } = operation
        if (creates && !this.#files.has(path))
          this.#files.set(path, { durable: Buffer.alloc(0), pending: [], position: 0 })
        const file = this.#files.get(path)
        if (!file) return
        file.position = 0
        if (truncates) file.pending.push({ kind: 'truncate', path, size: 0 })
        return
      }
      case 'write': {
        const file = this.#file(operation.path)
        const at = operation.at ?? file.position
        if (operation.at === undefined) file.position += operation.bytes.length
        file.pending.push({ ...operation, at })
        return
      }
      case 'truncate':
        this.#file(operation.path).pending.push(operation)
        return
      case 'sync': {
        // A folder: its names always survive.
        const file = this.#files.get(operation.path)
        if (!file) return
        file.durable = withChanges(file.durable, file.pending)
        file.pending = []
        return
      }
      case 'unlink':
        this.#files.delete(operation.path)
        return
      case 'rename':
      case 'link':
        this.#files.set(operation.to, this.#file(operation.path))
        if (operation.kind === 'rename') this.#files.delete(operation.path)
        return
      case 'said':
    }
  }

  /** The files after a power cut. */
  afterPowerCut(random: () => number): Map<string, Buffer> {
    return new Map(
      Array.from(this.#files, ([path, { durable, pending }]) => [
        path,
        withChanges(
          durable,
          pending.filter(() => random() < APPLIED).map((change) => (random() < TORN ? torn(change, random) : change)),
        ),
      ]),
    )
  }

  #file(path: string): Inode {
    const file = this.#files.get(path)
    if (!file) throw new Error(`${path} was never opened`)
    return file
  }
}

/** Only the first sectors of a write; a size change is atomic. */
function torn(change: Change, random: () => number): Change {
  if (change.kind === 'truncate') return change
  const sectors = Math.floor(random() * (change.bytes.length / SECTOR))
  return { ...change, bytes: change.bytes.subarray(0, sectors * SECTOR) }
}

/** A new buffer with all changes applied. */
function withChanges(content: Buffer, changes: readonly Change[]): Buffer {
  const ends = changes.map((change) => (change.kind === 'write' ? (change.at ?? 0) + change.bytes.length : change.size))
  const room = Buffer.alloc(Math.max(content.length, ...ends))
  content.copy(room)
  let size = content.length
  changes.forEach((change, number) => {
    if (change.kind === 'write') {
      room.set(change.bytes, change.at ?? 0)
      size = Math.max(size, ends[number] ?? 0)
    } else {
      room.fill(0, change.size)
      size = change.size
    }
  })
  return room.subarray(0, size)
}
