import { addColours } from './colour.js';
import { addCopyButtons } from './copy.js';
import { markCurrent } from './current.js';
import { addLanguageChoice } from './language.js';
import { addMenu } from './menu.js';
import { showOrigin } from './origin.js';
import { addSearch } from './search.js';
import { addTryIt } from './try-it.js';

showOrigin();
addLanguageChoice();
addCopyButtons();
addMenu();
addSearch();
markCurrent();
addTryIt();
addColours();
