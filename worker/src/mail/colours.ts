/** Written by `make files NAME=brand`, from web/src/ui/tokens.css. */
export const colours = {
  button: '#f0b95a',
  onButton: '#1b1307',
  /** Links and the name of the business, on white or nearly so. */
  accent: '#604a24',
};
