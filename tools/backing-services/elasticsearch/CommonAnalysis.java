package org.plat.engines;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.core.KeywordTokenizer;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.en.EnglishMinimalStemFilter;
import org.apache.lucene.analysis.en.EnglishPossessiveFilter;
import org.apache.lucene.analysis.en.KStemFilter;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.miscellaneous.TrimFilter;
import org.apache.lucene.analysis.ngram.EdgeNGramTokenFilter;
import org.apache.lucene.analysis.snowball.SnowballFilter;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.analysis.AbstractTokenFilterFactory;
import org.elasticsearch.index.analysis.Analysis;
import org.elasticsearch.index.analysis.AnalyzerProvider;
import org.elasticsearch.index.analysis.AnalyzerScope;
import org.elasticsearch.index.analysis.NormalizingTokenFilterFactory;
import org.elasticsearch.index.analysis.PreBuiltAnalyzerProvider;
import org.elasticsearch.index.analysis.PreConfiguredTokenFilter;
import org.elasticsearch.index.analysis.PreConfiguredTokenizer;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;
import org.apache.lucene.analysis.Analyzer;
import org.tartarus.snowball.ext.EnglishStemmer;

/**
 * The part of the official module analysis-common (which is not published) that Plat's index may use: the same names,
 * parameters and defaults, over the same Lucene classes, so that one index definition works on both.
 * Filters: lowercase, asciifolding, trim, porter_stem, kstem, stemmer, edge_ngram. Tokenizers: keyword, whitespace.
 * Analyzer: english. (stop, shingle, the standard tokenizer and the simple analyzers are in the server itself.)
 */
public final class CommonAnalysis extends Plugin implements AnalysisPlugin {
  @Override
  public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
    Map<String, AnalysisProvider<TokenFilterFactory>> filters = new TreeMap<>();
    filters.put("lowercase", (index, env, name, settings) -> normalizing(name, LowerCaseFilter::new));
    filters.put("trim", (index, env, name, settings) -> normalizing(name, TrimFilter::new));
    filters.put("asciifolding", (index, env, name, settings) -> folding(name, settings));
    filters.put("porter_stem", (index, env, name, settings) -> plain(name, PorterStemFilter::new));
    filters.put("kstem", (index, env, name, settings) -> plain(name, KStemFilter::new));
    filters.put("stemmer", (index, env, name, settings) -> stemmer(name, settings));
    filters.put("edge_ngram", (index, env, name, settings) -> edges(name, settings));
    return filters;
  }

  @Override
  public List<PreConfiguredTokenFilter> getPreConfiguredTokenFilters() {
    return List.of(
        PreConfiguredTokenFilter.singleton("trim", true, TrimFilter::new),
        PreConfiguredTokenFilter.singleton("asciifolding", true, ASCIIFoldingFilter::new),
        PreConfiguredTokenFilter.singleton("porter_stem", false, PorterStemFilter::new),
        PreConfiguredTokenFilter.singleton("kstem", false, KStemFilter::new),
        PreConfiguredTokenFilter.singleton("stemmer", false, PorterStemFilter::new),
        PreConfiguredTokenFilter.singleton("edge_ngram", false, input -> new EdgeNGramTokenFilter(input, 1)));
  }

  @Override
  public List<PreConfiguredTokenizer> getPreConfiguredTokenizers() {
    return List.of(
        PreConfiguredTokenizer.singleton("keyword", KeywordTokenizer::new),
        PreConfiguredTokenizer.singleton("whitespace", WhitespaceTokenizer::new));
  }

  @Override
  public Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> getAnalyzers() {
    return Map.of("english", (index, env, name, settings) -> {
      CharArraySet stopWords = Analysis.parseStopWords(env, settings, EnglishAnalyzer.getDefaultStopSet());
      CharArraySet unstemmed = Analysis.parseStemExclusion(settings, CharArraySet.EMPTY_SET);
      return new PreBuiltAnalyzerProvider(name, AnalyzerScope.INDEX, new EnglishAnalyzer(stopWords, unstemmed));
    });
  }

  private static TokenFilterFactory plain(String name, Function<TokenStream, TokenStream> filter) {
    return new AbstractTokenFilterFactory(name) {
      @Override
      public TokenStream create(TokenStream input) {
        return filter.apply(input);
      }
    };
  }

  private static TokenFilterFactory normalizing(String name, Function<TokenStream, TokenStream> filter) {
    final class Normalizing extends AbstractTokenFilterFactory implements NormalizingTokenFilterFactory {
      Normalizing() {
        super(name);
      }

      @Override
      public TokenStream create(TokenStream input) {
        return filter.apply(input);
      }
    }
    return new Normalizing();
  }

  private static TokenFilterFactory folding(String name, Settings settings) {
    boolean keepOriginal = settings.getAsBoolean("preserve_original", false);
    final class Folding extends AbstractTokenFilterFactory implements NormalizingTokenFilterFactory {
      Folding() {
        super(name);
      }

      @Override
      public TokenStream create(TokenStream input) {
        return new ASCIIFoldingFilter(input, keepOriginal);
      }

      @Override
      public TokenStream normalize(TokenStream input) {
        return new ASCIIFoldingFilter(input); // the folded form alone, as in the official module
      }
    }
    return new Folding();
  }

  private static TokenFilterFactory stemmer(String name, Settings settings) {
    String language = settings.get("language", settings.get("name", "english"));
    return plain(name, switch (language) {
      case "english", "porter" -> PorterStemFilter::new;
      case "english2", "porter2" -> input -> new SnowballFilter(input, new EnglishStemmer());
      case "light_english", "lightEnglish", "kstem" -> KStemFilter::new;
      case "minimal_english", "minimalEnglish" -> EnglishMinimalStemFilter::new;
      case "possessive_english", "possessiveEnglish" -> EnglishPossessiveFilter::new;
      default -> throw new IllegalArgumentException(
          "stemmer of the filter '" + name + "': the language '" + language + "' is not available here, only English ones");
    });
  }

  private static TokenFilterFactory edges(String name, Settings settings) {
    int min = settings.getAsInt("min_gram", 1);
    int max = settings.getAsInt("max_gram", 2);
    boolean keepOriginal = settings.getAsBoolean("preserve_original", false);
    return plain(name, input -> new EdgeNGramTokenFilter(input, min, max, keepOriginal));
  }
}
