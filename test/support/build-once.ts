import { build } from '../../scripts/build.ts'

/** Tests that start real processes run what is built from the sources that are tested. */
export default function setup(): Promise<void> {
  return build()
}
