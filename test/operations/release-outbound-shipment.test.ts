import { testShipmentVerb } from '../support/operations/shipment-steps.ts'
import { ShipmentVerbs } from '../support/operations/shipment-verbs.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
testShipmentVerb('release', vault, await ShipmentVerbs.begin(vault))
