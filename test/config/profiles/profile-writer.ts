import { withProfile } from '../../../src/config/profiles/profile-file.ts'
import { updateProfiles } from '../../../src/config/profiles/profile-store.ts'

/** A process that stores eight profiles, one after another: `profile-writer.ts <folder> <name>`. */
const [, , folder = '', name = ''] = process.argv
for (let turn = 0; turn < 8; turn += 1)
  await updateProfiles({ config: folder, data: folder }, (file) =>
    withProfile(file, `${name}${turn}`, { output: 'json' }),
  )
