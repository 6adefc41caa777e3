"""Files of other programs: USEBIO and PBN in and out, CSV for BridgeWebs."""
